package wordflow

import "strings"

// Kind is the part that a paragraph style plays, as far as its name tells.
type Kind uint8

// The kinds.
const (
	Plain Kind = iota
	DocTitle
	Subtitle
	Caption
	Code
)

// StyleKind returns what the name of a paragraph style says: the level of a heading from 1, 0 for none,
// and the kind. Word's built-in names are known in its interface languages, since files of older
// versions and other programs carry the translated ones.
func StyleKind(name string) (outline int, k Kind) {
	if i := strings.IndexByte(name, ','); i > 0 { // aliases follow
		name = name[:i]
	}
	key := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '_', '-', '\u00a0':
			return -1
		}
		return r
	}, strings.ToLower(name))
	if n := len(key); n > 1 && key[n-1] >= '1' && key[n-1] <= '9' && headingNames[key[:n-1]] {
		return int(key[n-1] - '0'), Plain
	}
	return 0, kinds[key]
}

var headingNames = set(`heading überschrift titre título titolo encabezado cabeçalho kop rubrik overskrift otsikko nagłówek nadpis
	заголовок заглавие 見出し 标题 標題 제목 επικεφαλίδα başlık címsor titlu naslov pealkiri virsraksts antraštė fyrirsögn عنوان כותרת
	หัวเรื่อง tiêuđề títol izenburua titulu`)

var kinds = func() map[string]Kind {
	m := map[string]Kind{}
	for k, names := range map[Kind]string{
		DocTitle: `title titel titre título titolo название 表題 标题 標題 제목 tytuł otsikko názov název cím τίτλος konubaşlığı titlu naslov
			rubrik tittel heading overskrift`,
		Subtitle: `subtitle untertitel soustitre subtítulo sottotitolo ondertitel underrubrik undertitel undertittel alaotsikko podtytuł
			podnadpis podtitul podnaslov подзаголовок 副題 副标题 副標題 부제 υπότιτλος altyazı alcím subtitlu`,
		Caption: `caption beschriftung légende epígrafe descripción didascalia legenda bijschrift beskrivning billedtekst bildetekst
			kuvateksti titulek popisek названиеобъекта 図表番号 题注 標號 캡션 λεζάντα resimyazısı képaláírás legendă`,
		Code: `code sourcecode codeblock htmlpreformatted htmlvorformatiert préformatéhtml conformatoprevioenhtml htmlpréformatage
			preformattedtext preformatted macrotext macro makrotext quellcode verbatim programlisting listing`,
	} {
		for s := range set(names) {
			m[s] = k
		}
	}
	return m
}()

func set(names string) map[string]bool {
	m := map[string]bool{}
	for s := range strings.FieldsSeq(names) {
		m[s] = true
	}
	return m
}
