package sandbox

import (
	"github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
)

// Enter gives up what decoding does not need, as far as the kernel lets it: writing anywhere but in the given folders, and the
// network. There is no way back. It is best effort: an old kernel just gives less.
func Enter(writable ...string) {
	rules := []landlock.Rule{landlock.RODirs("/"), landlock.RWFiles("/dev/null").IgnoreIfMissing(), landlock.RWDirs(writable...).IgnoreIfMissing()}
	landlock.V5.BestEffort().Restrict(rules...)
	// Unix sockets stay closed too: no decoder talks to anyone.
	seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls:      []seccomp.SyscallGroup{{Action: seccomp.ActionErrno, Names: []string{"socket", "connect", "bind", "listen", "accept4", "ptrace", "mount", "umount2"}}},
	}})
}
