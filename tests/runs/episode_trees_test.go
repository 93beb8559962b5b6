package runs

// treeEpisodes are what is folded, nested, behind a menu or in another document.
func treeEpisodes() []episode {
	return []episode{
		{name: "open two folders", want: "report.txt", steps: []step{press("treeitem", "Work"), press("treeitem", "2030"), press("treeitem", "report.txt")}, claims: shows("Opened report.txt"),
			page: `<div role="tree" id="t"></div><p id="o"></p><script>const kids={Work:['2030','2031'],'2030':['report.txt'],'2031':['plan.txt']};let open=[];function item(n){return '<div role="treeitem" tabindex="0" aria-expanded="'+open.includes(n)+'" aria-label="'+n+'" onclick="event.stopPropagation();hit(\''+n+'\')">'+n+(open.includes(n)?(kids[n]??[]).map(item).join(''):'')+'</div>'}function hit(n){if(kids[n]){open.push(n);draw()}else{report(n);say('o','Opened '+n)}}function draw(){$('t').innerHTML=item('Work')}draw()</script>`},
		{name: "a folded part", want: "yes", steps: []step{press("", "Advanced"), tick("Debug", true)}, claims: shows("Debug is on"),
			page: `<details><summary>Advanced</summary><label><input type="checkbox" onchange="report(this.checked?'yes':'no');say('o','Debug is on')"> Debug</label></details><p id="o"></p>`},
		{name: "a menu in a menu", want: "csv", steps: []step{press("button", "File"), press("menuitem", "Export"), press("menuitem", "CSV")}, claims: shows("Exported csv"),
			page: `<button aria-haspopup="menu" onclick="$('m').hidden=false">File</button><div id="m" role="menu" hidden><div role="menuitem" tabindex="0" onclick="$('n').hidden=false">Export</div></div><div id="n" role="menu" hidden><div role="menuitem" tabindex="0" onclick="report('csv');say('o','Exported csv')">CSV</div></div><p id="o"></p>`},
		{name: "tabs", want: "weekly", steps: []step{press("tab", "Mail"), pick("Digest", "Weekly"), press("button", "Store")}, claims: shows("Stored: weekly"),
			page: `<div role="tablist"><button role="tab" onclick="$('a').hidden=false;$('b').hidden=true">General</button><button role="tab" onclick="$('a').hidden=true;$('b').hidden=false">Mail</button></div><div id="a" role="tabpanel">Nothing here</div><div id="b" role="tabpanel" hidden><label>Digest <select id="d"><option value="daily">Daily<option value="weekly">Weekly</select></label><button onclick="report($('d').value);say('o','Stored: '+$('d').value)">Store</button></div><p id="o"></p>`},
		{name: "a dialog of the page", want: "kept", steps: []step{press("button", "Settings"), fill("Title", "kept"), press("button", "OK")}, claims: shows("Title is kept"),
			page: `<button onclick="$('d').showModal()">Settings</button><dialog id="d"><label>Title <input id="t"></label><button onclick="report($('t').value);say('o','Title is '+$('t').value);$('d').close()">OK</button></dialog><p id="o"></p>`},
		{name: "a question of the browser", want: "renamed", steps: []step{press("button", "Rename"), {call: "dialog", args: args{"do": "accept", "text": "renamed"}}}, claims: shows("Now: renamed"),
			page: `<button onclick="const n=prompt('New name?');report(n);say('o','Now: '+n)">Rename</button><p id="o"></p>`},
		{name: "a frame", want: "inside", steps: []step{press("button", "Inner")}, claims: shows("Pressed inside"),
			page: `<p id="o"></p><iframe srcdoc="<button onclick=&quot;parent.report('inside');parent.say('o','Pressed inside')&quot;>Inner</button>"></iframe>`},
		{name: "a shadow tree", want: "deep", steps: []step{fill("Deep", "deep"), press("button", "Dive")}, claims: shows("Dived"),
			page: `<div><template shadowrootmode="open"><label>Deep <input></label><button onclick="report(this.getRootNode().querySelector('input').value);say('o','Dived')">Dive</button></template></div><p id="o"></p>`},
		{name: "what shows under the pointer", want: "edit", steps: []step{{call: "hover", role: "link", name: "Chapter 1"}, press("button", "Edit chapter")}, claims: shows("Editing"),
			page: `<style>#b{display:none}#r:hover #b{display:inline}</style><div id="r"><a href="#c">Chapter 1</a> <button id="b" onclick="report('edit');say('o','Editing')">Edit chapter</button></div><p id="o"></p>`},
		{name: "a banner in the way", want: "in", steps: []step{press("button", "Only necessary"), press("button", "Enter")}, claims: shows("Welcome in"),
			page: `<button onclick="report('in');say('o','Welcome in')">Enter</button><p id="o"></p><div id="b" role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p><button onclick="$('b').remove()">Only necessary</button></div>`},
	}
}
