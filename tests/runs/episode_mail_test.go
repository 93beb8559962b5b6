package runs

// mailbox is a small program for mail: a list, a message, what one does with it.
const mailbox = `<nav><button onclick="list()">Inbox</button><button onclick="compose('','')">Write</button></nav><main id="v"></main><p id="o" role="status"></p><script>
const mails=[{f:"Bo",s:"Lunch",t:"Are you free on Friday at noon?"},{f:"Shop",s:"Invoice 4711",t:"Your invoice is due on May 9. Amount: 82.40 EUR."},{f:"Cy",s:"Keys",t:"The code of the door is 5512."}];
function list(){$("v").innerHTML="<h2>Inbox</h2><ul>"+mails.map((m,i)=>"<li>"+m.f+": "+m.s+' <button onclick="read('+i+')">Read</button> <button onclick="put('+i+')">Archive</button> <button aria-label="Star '+m.s+'" onclick="star('+i+')">☆</button></li>').join("")+"</ul>"}
function read(i){const m=mails[i];$("v").innerHTML="<h2>"+m.s+"</h2><p>"+m.t+'</p><button onclick="compose(\''+m.f+"','Re: "+m.s+'\')">Reply</button><button onclick="compose(\'\',\'Fwd: '+m.s+'\')">Forward</button><button onclick="put('+i+')">Archive</button>'}
function put(i){report("archived "+mails[i].s);mails.splice(i,1);list();say("o","Archived. "+mails.length+" left")}
function star(i){report("star "+mails[i].s);say("o","Starred "+mails[i].s)}
function compose(to,s){$("v").innerHTML='<label>To <input id="to" value="'+to+'"></label><label>Subject <input id="su" value="'+s+'"></label><label>Text <textarea id="tx"></textarea></label><button onclick="send()">Send mail</button>'}
function send(){report([$("to").value,$("su").value,$("tx").value].join("|"));list();say("o","Sent to "+$O)}
let $O="";addEventListener("input",e=>{if(e.target.id=="to")$O=e.target.value});list()</script>`

func mailEpisodes() []episode {
	return []episode{
		{name: "write a mail", page: mailbox, want: "dee@example.test|Hi|See you.", steps: []step{press("button", "Write"), fill("To", "dee@example.test"), fill("Subject", "Hi"), fill("Text", "See you."), press("button", "Send mail")}, claims: shows("Sent to dee@example.test")},
		{name: "answer the one from Bo", page: mailbox, want: "Bo|Re: Lunch|Yes, gladly.", steps: []step{press("button", "Read").on("Lunch"), press("button", "Reply"), fill("Text", "Yes, gladly."), press("button", "Send mail")}, claims: shows("Sent to")},
		{name: "archive the invoice", page: mailbox, want: "archived Invoice 4711", steps: []step{press("button", "Archive").on("Invoice 4711")}, claims: shows("Archived. 2 left")},
		{name: "star a mail", page: mailbox, want: "star Keys", steps: []step{press("button", "Star Keys")}, claims: shows("Starred Keys")},
		{name: "forward what one has read", page: mailbox, want: "eve@example.test|Fwd: Keys|see below", steps: []step{press("button", "Read").on("Keys"), press("button", "Forward"), fill("To", "eve@example.test"), fill("Text", "see below"), press("button", "Send mail")}, claims: shows("Sent to eve@example.test")},
		{name: "pass on an amount", page: mailbox, want: "tax@example.test|Amount|82.40", steps: []step{press("button", "Read").on("Invoice"), press("button", "Write"), fill("To", "tax@example.test"), fill("Subject", "Amount"), fill("Text", `~Amount: ([\d.]+)`), press("button", "Send mail")}, claims: shows("Sent to tax@example.test")},
		{name: "empty the inbox", page: mailbox, want: "archived Keys", steps: []step{press("button", "Archive").till("0 left")}, claims: shows("Archived. 0 left")},
		{name: "a label by a menu", want: "Work: Plan", steps: []step{press("button", "Label").on("Plan"), press("menuitemradio", "Work")}, claims: shows("Plan is labelled Work"),
			page: `<ul><li>Trip <button onclick="m('Trip')">Label</button><li>Plan <button onclick="m('Plan')">Label</button></ul><div role="menu" id="m"></div><p id="o"></p><script>function m(t){$('m').innerHTML=['Home','Work'].map(l=>'<div role="menuitemradio" aria-checked="false" tabindex="0" onclick="set(\''+l+"','"+t+'\')">'+l+'</div>').join('')}function set(l,t){report(l+': '+t);$('m').innerHTML='';say('o',t+' is labelled '+l)}</script>`},
		{name: "take back in time", want: "undone", steps: []step{press("button", "Delete draft"), press("button", "Undo")}, claims: shows("The draft is back"),
			page: `<button onclick="say('o','Deleted.');$('u').hidden=false">Delete draft</button><p id="o"></p><button id="u" hidden onclick="report('undone');say('o','The draft is back')">Undo</button>`},
		{name: "a rule from two choices", want: "from:shop>archive", steps: []step{pick("When", "From a shop"), pick("Then", "Archive"), press("button", "Create rule")}, claims: shows("1 rule"),
			page: `<label>When <select id="a"><option value="any">Always<option value="shop">From a shop</select></label><label>Then <select id="b"><option value="star">Star<option value="archive">Archive</select></label><button onclick="report('from:'+$('a').value+'>'+$('b').value);say('o','1 rule')">Create rule</button><p id="o"></p>`},
	}
}
