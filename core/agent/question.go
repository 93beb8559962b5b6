package agent

import "strings"

// question reports whether the person has only asked something: what was read is the
// answer then, whatever was pressed on the way. Whoever has said yes to an act that
// cannot be undone has asked for more.
func (m *machine) question() bool {
	p := &m.proof
	return m.Run.Mode == ModeAsk || asks(m.Run.Task) && !p.heavy && !p.more
}

// asks reports whether a task is a question, or to read and tell: by its first words or a
// question mark, in some languages. Where it also begins a clause with something to be
// done it is not; nor is a polite request.
func asks(task string) bool {
	text := " " + strings.ToLower(task) + " "
	question := strings.ContainsAny(task, "?？؟") || starts(text, readingWords) || eastern(task)
	for w := range strings.FieldsSeq(joints) {
		text = strings.ReplaceAll(text, " "+strings.ReplaceAll(w, "_", " ")+" ", " . ")
	}
	clauses := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".,;:!?？。、\n()", r) })
	for _, c := range clauses {
		if starts(c, doingWords) {
			return false
		}
	}
	return question
}

// joints stand between clauses, or before what is asked for politely.
const joints = "and then or to und dann oder zu et puis ou y luego o e poi please bitte can_you could_you would_you will_you i_want_you kannst_du könntest_du können_sie könnten_sie peux-tu pouvez-vous puedes podrías"

// starts reports whether a text begins with one of some words, one space around each.
func starts(text, list string) bool {
	f := strings.Fields(text)
	for n := 1; n <= 2 && n <= len(f); n++ {
		if strings.Contains(list, " "+strings.Join(f[:n], "_")+" ") {
			return true
		}
	}
	return false
}

// eastern reports whether a text is a question in a language that does not begin with
// the word for it.
func eastern(text string) bool {
	for w := range strings.FieldsSeq("什么 多少 哪 谁 吗 查一下 告诉我 何 教えて いくら いつ どこ 誰 무엇 얼마 언제 어디") {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// readingWords begin a question, or a task to read and tell.
const readingWords = " what which who whom whose when where why how is are does did has have was were find find_out tell tell_me read list look look_up check_whether check_if see_whether see_if summarise summarize count compare give_me" +
	" was wer wem wen wie wo wann warum welche welcher welches wessen wieviel ist sind hat haben gibt nenne sag sage finde suche lies zähle liste zeig zeige fasse vergleiche prüfe schau sieh" +
	" quel quelle quels quelles qui que quoi où quand combien comment pourquoi est-ce lis trouve cherche dis dis-moi liste résume compare" +
	" qué cuál cuáles quién cuándo dónde cuánto cuántos cuántas cómo lee dime busca encuentra lista resume compara" +
	" quale quali chi cosa quando dove quanto quanti come leggi dimmi trova cerca riassumi qual quem quanto onde leia "

// doingWords begin a clause that has something changed.
const doingWords = " add create change set delete remove send book order buy pay save submit update fill fill_in fill_out post publish upload cancel rename move write reply answer invite subscribe unsubscribe register sign sign_up log log_out turn enable disable activate approve accept reject archive assign close schedule edit enter type put make mark select choose pick reserve share request apply confirm star like follow merge comment place transfer refund install download reset press click tick check_out check_in open_an" +
	" füge erstelle erstell lege leg ändere änder setze setz lösche lösch entferne sende schicke schick buche buch bestelle bestell kaufe kauf bezahle speichere aktualisiere fülle füll trage trag veröffentliche storniere benenne verschiebe schreibe schreib antworte lade melde schalte aktiviere deaktiviere genehmige archiviere weise reserviere teile markiere wähle klicke drücke" +
	" ajoute crée change supprime envoie réserve commande achète paie enregistre modifie remplis publie annule renomme déplace écris réponds active désactive" +
	" añade agrega crea cambia borra elimina envía reserva pide compra paga guarda modifica rellena publica cancela renombra mueve escribe responde activa desactiva" +
	" aggiungi crea cambia elimina invia prenota ordina compra paga salva modifica "
