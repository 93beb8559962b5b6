package runs

// formEpisodes are forms, and what stands between a person and sending one.
func formEpisodes() []episode {
	return []episode{
		{name: "fill in and send", want: "Ann Lee,Lisbon", steps: []step{fill("Name", "Ann Lee"), fill("City", "Lisbon"), press("button", "Send")}, claims: shows("Thank you"),
			page: `<label>Name <input id="n"></label><label>City <input id="c"></label><button onclick="report($('n').value+','+$('c').value);say('o','Thank you')">Send</button><p id="o"></p>`},
		{name: "a form that posts", want: "who=Bo&what=Tea", steps: []step{fill("Who", "Bo"), fill("What", "Tea"), press("button", "Order form")}, claims: shows("Received."),
			page: `<form method="post" action="post"><label>Who <input name="who"></label><label>What <input name="what"></label><button>Order form</button></form>`},
		{name: "boxes", want: "mail,phone", steps: []step{tick("Mail", true), tick("Phone", true), tick("Post", false), press("button", "Apply")}, claims: shows("Applied"),
			page: `<label><input type="checkbox" value="mail"> Mail</label><label><input type="checkbox" value="phone"> Phone</label><label><input type="checkbox" value="post" checked> Post</label><button onclick="report([...document.querySelectorAll('input:checked')].map(x=>x.value).join());say('o','Applied')">Apply</button><p id="o"></p>`},
		{name: "one of three", want: "large", steps: []step{press("radio", "Large"), press("button", "Choose")}, claims: shows("large it is"),
			page: `<fieldset><legend>Size</legend><label><input type="radio" name="s" value="small"> Small</label><label><input type="radio" name="s" value="large"> Large</label></fieldset><button onclick="const v=document.querySelector('input:checked').value;report(v);say('o',v+' it is')">Choose</button><p id="o"></p>`},
		{name: "three pages of a form", want: "Ann/Oslo/yes", steps: []step{fill("First name", "Ann"), press("button", "Next"), fill("Town", "Oslo"), press("button", "Next"), tick("I agree", true), press("button", "Finish")}, claims: shows("All set"),
			page: `<div id="p"></div><script>const d=[];const pages=['<label>First name <input id=v></label><button onclick="next($(\'v\').value)">Next</button>','<label>Town <input id=v></label><button onclick="next($(\'v\').value)">Next</button>','<label><input type=checkbox id=v> I agree</label><button onclick="next($(\'v\').checked?\'yes\':\'no\')">Finish</button>'];const show=()=>{$('p').innerHTML=pages[d.length]??'All set'};function next(v){d.push(v);if(d.length==3)report(d.join('/'));show()}show()</script>`},
		{name: "a field that comes later", want: "Bo/gluten", steps: []step{fill("Guest", "Bo"), tick("Allergies", true), fill("Which", "gluten"), press("button", "Invite")}, claims: shows("Invited"),
			page: `<label>Guest <input id="g"></label><label><input type="checkbox" onchange="setTimeout(()=>$('w').hidden=false,300)"> Allergies</label><p id="w" hidden><label>Which <input id="x"></label></p><button onclick="report($('g').value+'/'+$('x').value);say('o','Invited')">Invite</button><p id="o"></p>`},
		{name: "correct what is refused", want: "2030-05-01", steps: []step{fill("Date", "1.5.2030"), press("button", "Book"), fill("Date", "2030-05-01"), press("button", "Book")}, claims: shows("Booked"),
			page: `<label>Date <input id="d"></label><button onclick="if(/^\d{4}-\d\d-\d\d$/.test($('d').value)){report($('d').value);say('o','Booked')}else say('o','Write it as 2030-12-31')">Book</button><p id="o"></p>`},
		{name: "replace what is there", want: "New motto", steps: []step{fill("Motto", "New motto"), press("button", "Keep")}, claims: shows("Kept"),
			page: `<label>Motto <textarea id="m">Old motto, rather long</textarea></label><button onclick="report($('m').value);say('o','Kept')">Keep</button><p id="o"></p>`},
		{name: "Enter sends", want: "hello", steps: []step{fill("Message", "hello"), press("textbox", "Message"), key("Enter")}, claims: shows("You: hello"),
			page: `<ul id="l"></ul><label>Message <input id="m" onkeydown="if(event.key=='Enter'){report(this.value);$('l').innerHTML+='<li>You: '+this.value;this.value=''}"></label>`},
		{name: "an editor without a field", want: "Minutes of May", steps: []step{{call: "type", role: "textbox", name: "Document", args: args{"text": "Minutes of May"}}, press("button", "Store")}, claims: shows("Stored"),
			page: `<div id="d" contenteditable role="textbox" aria-label="Document" style="min-height:40px;border:1px solid"></div><button onclick="report($('d').textContent);say('o','Stored')">Store</button><p id="o"></p>`},
	}
}
