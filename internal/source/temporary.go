package source

import "os"

// Adopt opens a temporary file that someone else made; closing the content removes it.
func Adopt(path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return &temporary{file{f, st.Size()}}, nil
}

// OnDisk returns the path of content that lies on disk, and false for content in memory.
func OnDisk(c Content) (string, bool) {
	n, ok := c.(interface{ Name() string })
	if !ok {
		return "", false
	}
	return n.Name(), true
}

// Release returns the path of a temporary file and leaves it to the caller, who adopts it; false for other content.
func Release(c Content) (string, bool) {
	t, ok := c.(*temporary)
	if !ok {
		return "", false
	}
	return t.Name(), t.File.Close() == nil
}
