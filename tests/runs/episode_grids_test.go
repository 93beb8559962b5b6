package runs

// people is a table that is sorted, filtered, paged and changed.
const people = `<label>Filter <input id="f" oninput="p=0;draw()"></label><table><thead><tr><th><button onclick="key='n';draw()">Name</button><th><button onclick="key='a';draw()">Age</button><th></tr></thead><tbody id="b"></tbody></table><button id="nx" onclick="p++;draw()">Next page</button><p id="q"></p><p id="o"></p><script>
let key="",p=0;const all=[["Hana",31],["Ivo",24],["Jo",45],["Kim",52],["Lea",19],["Mo",38],["Nia",61],["Ole",27],["Pia",33]].map(([n,a])=>({n,a}));
function draw(){let l=all.filter(x=>x.n.toLowerCase().includes($("f").value.toLowerCase()));if(key)l=[...l].sort((a,b)=>a[key]<b[key]?-1:1);$("q").textContent="Page "+(p+1)+", "+l.length+" people";$("b").innerHTML=l.slice(p*3,p*3+3).map(x=>"<tr><td>"+x.n+"<td>"+x.a+'<td><button onclick="act(\''+x.n+'\')">Invite</button>').join("")}
function act(n){report(n);say("o",n+" is invited")}draw()</script>`

func gridEpisodes() []episode {
	return []episode{
		{name: "the one of a row", page: people, want: "Ivo", steps: []step{press("button", "Invite").on("Ivo")}, claims: shows("Ivo is invited")},
		{name: "the one of a later page", page: people, want: "Nia", steps: []step{press("button", "Next page").till("|Nia|"), press("button", "Invite").on("Nia")}, claims: shows("Nia is invited")},
		{name: "filter first", page: people, want: "Ole", steps: []step{fill("Filter", "ole"), press("button", "Invite")}, claims: shows("Ole is invited")},
		{name: "the youngest", page: people, want: "Lea", steps: []step{press("button", "Age"), press("button", "Invite")}, claims: shows("Lea is invited")},
		{name: "rows that are chosen", want: "b,c", steps: []step{tick("Choose b", true), tick("Choose c", true), press("button", "Export")}, claims: shows("2 exported"),
			page: `<table><tr><td>a<td><input type="checkbox" aria-label="Choose a"><tr><td>b<td><input type="checkbox" aria-label="Choose b"><tr><td>c<td><input type="checkbox" aria-label="Choose c"></table><button onclick="const v=[...document.querySelectorAll('input:checked')].map(x=>x.ariaLabel.slice(7));report(v.join());say('o',v.length+' exported')">Export</button><p id="o"></p>`},
		{name: "a cell that is changed", want: "Tea=5", steps: []step{press("button", "Edit").on("Tea"), fill("Price", "5"), press("button", "Done editing")}, claims: shows("Tea costs 5"),
			page: `<table><tr><td>Milk<td>2<td><button onclick="ed('Milk')">Edit</button><tr><td>Tea<td id="t">3<td><button onclick="ed('Tea')">Edit</button></table><div id="e"></div><p id="o"></p><script>function ed(n){$('e').innerHTML='<label>Price <input id="p"></label><button onclick="report(\''+n+'=\'+$(\'p\').value);say(\'o\',\''+n+' costs \'+$(\'p\').value)">Done editing</button>'}</script>`},
		{name: "add up two numbers", want: "52", steps: []step{fill("Total", `~total is (\d+)`), press("button", "Check")}, claims: shows("Right"),
			page: `<table><tr><td>North<td>30<tr><td>South<td>22</table><p>The total is 52.</p><label>Total <input id="t"></label><button onclick="report($('t').value);say('o',$('t').value=='52'?'Right':'Wrong')">Check</button><p id="o"></p>`},
		{name: "drag a card", want: "Write to Done", steps: []step{{call: "drag", name: "Write", args: args{"to": "Done"}}}, claims: shows("Write is done"),
			page: `<div id="w" draggable="true" role="button" aria-label="Write" style="width:80px;height:30px;background:#fd8" ondragstart="event.dataTransfer.setData('text','Write')">Write</div><div role="group" tabindex="0" aria-label="Done" style="width:200px;height:80px;background:#dfd" ondragover="event.preventDefault()" ondrop="event.preventDefault();report(event.dataTransfer.getData('text')+' to Done');say('o','Write is done')">Done</div><p id="o"></p>`},
		{name: "rows that come on scrolling", want: "row 57", steps: []step{{call: "scroll", args: args{"direction": "down"}, until: "row 57"}, press("button", "Take row 57")}, claims: shows("Took row 57"),
			page: `<p id="o"></p><ol id="l"></ol><script>let n=0;function more(){for(let i=0;i<20&&n<60;i++){n++;const li=document.createElement('li');li.style.height='60px';li.innerHTML='row '+n+' <button onclick="report(\'row '+n+'\');say(\'o\',\'Took row '+n+'\')">Take row '+n+'</button>';$('l').append(li)}}more();addEventListener('scroll',()=>{if(scrollY+innerHeight>document.body.scrollHeight-300)more()})</script>`},
		{name: "the cheapest of three", want: "Pen 2", steps: []step{fill("Cheapest", `~Cheapest offer: (\w+ \d)`), press("button", "Answer")}, claims: shows("Correct"),
			page: `<table><tr><td>Ink<td>5<tr><td>Pen<td>2<tr><td>Pad<td>3</table><p id="c"></p><label>Cheapest <input id="t"></label><button onclick="report($('t').value);say('o',$('t').value=='Pen 2'?'Correct':'No')">Answer</button><p id="o"></p><script>setTimeout(()=>say('c','Cheapest offer: Pen 2'),150)</script>`},
	}
}
