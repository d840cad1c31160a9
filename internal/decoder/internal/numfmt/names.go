package numfmt

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// names are a language's names of months and days.
type names struct {
	months, shortMonths [12]string
	days, shortDays     [7]string
	genitive            [12]string // of months behind a day's number; "" when they are the same
}

// month returns a month's full name, in the genitive where the format shows the day too.
func (n *names) month(i int, s *section) string {
	if n.genitive[0] != "" {
		for k := range s.tokens {
			if s.tokens[k].what == day {
				return n.genitive[i]
			}
		}
	}
	return n.months[i]
}

// languages holds the names by primary language id: the low ten bits of a Windows language id ([MS-LCID]).
var languages = sync.OnceValue(func() map[uint16]*names {
	return map[uint16]*names{
		0x04: eastAsianNames("星期日 星期一 星期二 星期三 星期四 星期五 星期六", "周日 周一 周二 周三 周四 周五 周六"),
		0x05: makeNames("leden únor březen duben květen červen červenec srpen září říjen listopad prosinec", "I II III IV V VI VII VIII IX X XI XII",
			"neděle pondělí úterý středa čtvrtek pátek sobota", "ne po út st čt pá so", "ledna února března dubna května června července srpna září října listopadu prosince"),
		0x06: makeNames("januar februar marts april maj juni juli august september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
			"søndag mandag tirsdag onsdag torsdag fredag lørdag", "sø ma ti on to fr lø", ""),
		0x07: makeNames("Januar Februar März April Mai Juni Juli August September Oktober November Dezember", "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
			"Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "So Mo Di Mi Do Fr Sa", ""),
		0x0a: makeNames("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "ene feb mar abr may jun jul ago sep oct nov dic",
			"domingo lunes martes miércoles jueves viernes sábado", "do lu ma mi ju vi sá", ""),
		0x0b: makeNames("tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu", "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
			"sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai", "su ma ti ke to pe la",
			"tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta"),
		0x0c: makeNames("janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
			"dimanche lundi mardi mercredi jeudi vendredi samedi", "dim. lun. mar. mer. jeu. ven. sam.", ""),
		0x0e: makeNames("január február március április május június július augusztus szeptember október november december", "jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.",
			"vasárnap hétfő kedd szerda csütörtök péntek szombat", "V H K Sze Cs P Szo", ""),
		0x10: makeNames("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", "gen feb mar apr mag giu lug ago set ott nov dic",
			"domenica lunedì martedì mercoledì giovedì venerdì sabato", "dom lun mar mer gio ven sab", ""),
		0x11: eastAsianNames("日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日", "日 月 火 水 木 金 土"),
		0x12: koreanNames(),
		0x13: makeNames("januari februari maart april mei juni juli augustus september oktober november december", "jan feb mrt apr mei jun jul aug sep okt nov dec",
			"zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", "zo ma di wo do vr za", ""),
		0x14: makeNames("januar februar mars april mai juni juli august september oktober november desember", "jan feb mar apr mai jun jul aug sep okt nov des",
			"søndag mandag tirsdag onsdag torsdag fredag lørdag", "sø ma ti on to fr lø", ""),
		0x15: makeNames("styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień", "sty lut mar kwi maj cze lip sie wrz paź lis gru",
			"niedziela poniedziałek wtorek środa czwartek piątek sobota", "N Pn Wt Śr Cz Pt So", "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"),
		0x16: makeNames("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", "jan fev mar abr mai jun jul ago set out nov dez",
			"domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado", "dom seg ter qua qui sex sáb", ""),
		0x19: makeNames("Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь", "янв фев мар апр май июн июл авг сен окт ноя дек",
			"воскресенье понедельник вторник среда четверг пятница суббота", "Вс Пн Вт Ср Чт Пт Сб", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
		0x1d: makeNames("januari februari mars april maj juni juli augusti september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
			"söndag måndag tisdag onsdag torsdag fredag lördag", "sö må ti on to fr lö", ""),
		0x1f: makeNames("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık", "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
			"Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi", "Paz Pzt Sal Çar Per Cum Cmt", ""),
		0x22: makeNames("січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень", "січ лют бер кві тра чер лип сер вер жов лис гру",
			"неділя понеділок вівторок середа четвер п'ятниця субота", "Нд Пн Вт Ср Чт Пт Сб", "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"),
	}
})

var english = makeNames("January February March April May June July August September October November December", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
	"Sunday Monday Tuesday Wednesday Thursday Friday Saturday", "Sun Mon Tue Wed Thu Fri Sat", "")

// namesOf returns the names of a Windows language id; English ones for a language that is not listed.
func namesOf(locale uint16) *names {
	if locale != 0 {
		if n := languages()[locale&0x3ff]; n != nil {
			return n
		}
	}
	return english
}

func makeNames(months, shortMonths, days, shortDays, genitive string) *names {
	n := new(names)
	copy(n.months[:], strings.Fields(months))
	copy(n.shortMonths[:], strings.Fields(shortMonths))
	copy(n.days[:], strings.Fields(days))
	copy(n.shortDays[:], strings.Fields(shortDays))
	copy(n.genitive[:], strings.Fields(genitive))
	return n
}

// eastAsianNames makes the names of a language that numbers its months.
func eastAsianNames(days, shortDays string) *names {
	n := makeNames("一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", days, shortDays, "")
	if r, _ := utf8.DecodeRuneInString(shortDays); r == '日' { // Japanese writes its months with digits only
		n.months = n.shortMonths
	}
	return n
}

func koreanNames() *names {
	const months = "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월"
	return makeNames(months, strings.ReplaceAll(months, "월", ""), "일요일 월요일 화요일 수요일 목요일 금요일 토요일", "일 월 화 수 목 금 토", "")
}

// era is one of a calendar's eras: the number of its first day, year·10000 + month·100 + day, and its names from
// the shortest on.
type era struct {
	first int
	names [3]string
}

// The eras of Japan since its calendar is the Gregorian one, the latest first; and that of Taiwan.
var (
	japanese = []era{
		{2019_05_01, [3]string{"R", "令", "令和"}},
		{1989_01_08, [3]string{"H", "平", "平成"}},
		{1926_12_25, [3]string{"S", "昭", "昭和"}},
		{1912_07_30, [3]string{"T", "大", "大正"}},
		{1868_01_25, [3]string{"M", "明", "明治"}},
	}
	taiwanese = []era{{1912_01_01, [3]string{"", "民國", "中華民國"}}}
)

// eraOf returns the era of a date in the calendar of a Windows language id and the year in it; nil and the year itself where
// there is none.
func eraOf(m *moment, locale uint16) (*era, int) {
	var eras []era
	switch locale {
	case 0x411:
		eras = japanese
	case 0x404:
		eras = taiwanese
	}
	day := m.year*10000 + m.month*100 + m.day
	for i := range eras {
		if day >= eras[i].first {
			return &eras[i], m.year - eras[i].first/10000 + 1
		}
	}
	return nil, m.year
}
