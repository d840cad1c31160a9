package cmd

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Garbage is collected when so much more is allocated than is live: small heaps may grow to several times
// their size, because collecting them often is what costs time, and large ones by half, because they are what
// costs memory.
const (
	slack     = 32 << 20 // bytes
	leastPace = 50       // percent of the live heap
	mostPace  = 400
)

// pace keeps the collector's percentage in step with the live heap, unless the environment (GOGC) sets one.
func pace() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(mostPace)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	last := mostPace
	var after func(*[1]*byte)
	after = func(p *[1]*byte) { // runs after each collection
		metrics.Read(sample)
		live := max(1, int(sample[0].Value.Uint64()))
		if now := min(max(slack*100/live, leastPace), mostPace); now*10 < last*9 || now*9 > last*10 {
			debug.SetGCPercent(now)
			last = now
		}
		runtime.SetFinalizer(p, after)
	}
	runtime.SetFinalizer(new([1]*byte), after)
}
