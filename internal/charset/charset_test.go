package charset

import (
	"io"
	"strings"
	"testing"
)

var samples = map[string]string{
	"windows-1251": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
	"koi8-r":       "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
	"ibm866":       "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
	"windows-1252": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison.",
	"windows-1253": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
	"shift_jis":    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
	"euc-jp":       "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
	"gb18030":      "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
	"big5":         "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
	"euc-kr":       "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
	"utf-16le":     "人人生而自由，在尊严和权利上一律平等。 All human beings are born free.",
	"utf-16be":     "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
	"utf-8":        "Все люди — être 人人",
}

func TestDetect(t *testing.T) {
	for name, text := range samples {
		e, ok := ByName(name)
		if !ok {
			t.Fatalf("no encoding %s", name)
		}
		raw, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, g := Decode([]byte(raw), ""); got != text {
			t.Errorf("%s: detected %+v, text %.40q", name, g, got)
		}
		r, _, err := NewReader(strings.NewReader(raw), name)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(r); string(got) != text {
			t.Errorf("%s: NewReader gives %.40q", name, got)
		}
	}
}

// Short texts say little: a table of names, a line of prose.
func TestDetectShort(t *testing.T) {
	for name, text := range map[string]string{
		"shift_jis":    "名前,年齢,住所\n佐藤太郎,30,東京\n髙橋淳,35,名古屋\n",
		"windows-1252": "Café Müller, 12 Straße\nÉtienne, crème brûlée",
		"windows-1251": "Привет, мир. Имя и фамилия",
		"windows-1250": "Příliš žluťoučký kůň úpěl ďábelské ódy",
		"gb18030":      "姓名,年龄\n王小明,12\n李大为,30\n",
		"euc-kr":       "이름, 나이\n김철수, 서울",
	} {
		e, _ := ByName(name)
		raw, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, g := Decode([]byte(raw), ""); got != text {
			t.Errorf("%s: detected %+v, text %.40q", name, g, got)
		}
	}
}

func TestCodePages(t *testing.T) {
	for _, n := range []int{437, 850, 866, 874, 932, 936, 949, 950, 1250, 1252, 1258, 10000, 28592, 65001} {
		if _, ok := CodePage(n); !ok {
			t.Errorf("CodePage(%d) is unknown", n)
		}
	}
	if _, ok := CodePage(1); ok {
		t.Error("CodePage(1) is known")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xff\xfea\x00"), "")
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		if s, _ := Decode(b, name); strings.ToValidUTF8(s, "") != s {
			t.Errorf("Decode(%q, %q) is not UTF-8", b, name)
		}
	})
}
