package agent

import "strings"

// speaks takes an answer without a call. It ends the run where it answers a question
// that the person has asked, from what was read. Else the model is asked once more, with
// the tools required where that can be; what it says then instead is not verified.
func (m *machine) speaks(text string) {
	read := len(m.proof.sights) > 0 || m.proof.read != 0
	switch {
	case read && !m.acted && m.question() && answers(text):
		m.stop(Done, "", text)
	case !m.spoke:
		m.spoke = true
		m.say("That was no call, and nothing was done. Call a tool: done with evidence when it is done, clarify to ask the person.")
	case read || m.acted:
		m.stop(NotVerified, "not_verified", text)
	default:
		m.stop(Failed, "no_call", text)
	}
}

// answers reports whether a text may be an answer: neither a question back, nor what the
// model is about to do, nor a call that went wrong.
func answers(text string) bool {
	t := strings.TrimSpace(text)
	if t == "" || strings.Contains(t, "<tool_call") || strings.Contains(t, "<function") || strings.HasPrefix(t, "{") || strings.HasPrefix(t, "```") {
		return false
	}
	switch last := []rune(strings.TrimRight(t, " *_\"”)")); {
	case len(last) == 0, strings.ContainsRune("?？؟:：…", last[len(last)-1]), strings.HasSuffix(t, "..."):
		return false
	}
	first := strings.ToLower(strings.ReplaceAll(t, "’", "'"))
	for s := range strings.SplitSeq(announcing, "|") {
		if strings.HasPrefix(first, s) || strings.Contains(first, ". "+s) || strings.Contains(first, "\n"+s) {
			return false
		}
	}
	return true
}

// announcing begin sentences in which somebody says what they are about to do.
const announcing = "i'll |i will |i'm going |i am going |let me |let's |now i |next, i|next i|first, i|first i |i need to |i should |i can |i would |would you |shall i|do you want|" +
	"ich werde |ich öffne |ich suche |ich schaue |ich klicke |lass mich |als nächstes |zuerst |jetzt |soll ich|möchtest du|" +
	"je vais |laissez-moi |voulez-vous |voy a |déjame |quieres "
