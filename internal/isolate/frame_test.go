package isolate

import (
	"bytes"
	"encoding/gob"
	"errors"
	"testing"
)

func TestFrames(t *testing.T) {
	var pipe bytes.Buffer
	enc := gob.NewEncoder(&frameWriter{w: &pipe})
	big := reply{Failed: string(make([]byte, 100_000))}
	for _, r := range []reply{{Failed: "a"}, big, {Failed: "b"}} {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	dec := gob.NewDecoder(newFrameReader(&pipe))
	for i, want := range []reply{{Failed: "a"}, big, {Failed: "b"}} {
		var got reply
		if err := dec.Decode(&got); err != nil || got.Failed != want.Failed {
			t.Fatalf("message %d: %v", i, err)
		}
	}
}

// What is no frame is told from one at its first bytes: nothing waits for the rest of a message that is none.
func TestStrayBytes(t *testing.T) {
	for _, stray := range []string{"garbage", "\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x00\x00\x00\x00"} {
		var pipe bytes.Buffer
		pipe.WriteString(stray)
		gob.NewEncoder(&frameWriter{w: &pipe}).Encode(reply{})
		if err := gob.NewDecoder(newFrameReader(&pipe)).Decode(new(reply)); !errors.Is(err, errFrame) {
			t.Errorf("%q: %v", stray, err)
		}
	}
}
