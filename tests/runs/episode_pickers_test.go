package runs

// pickerEpisodes are controls that a page has built to choose with.
func pickerEpisodes() []episode {
	return []episode{
		{name: "a list of options", want: "pt", steps: []step{pick("Country", "Portugal"), press("button", "Go")}, claims: shows("pt"),
			page: `<label>Country <select id="s"><option value="es">Spain<option value="pt">Portugal</select></label><button onclick="report($('s').value);say('o','You chose '+$('s').value)">Go</button><p id="o"></p>`},
		{name: "several options", want: "red,blue", steps: []step{{call: "select_option", name: "Colours", args: args{"options": []string{"Red", "Blue"}}}, press("button", "Go")}, claims: shows("2 chosen"),
			page: `<label>Colours <select id="s" multiple><option value="red">Red<option value="green">Green<option value="blue">Blue</select></label><button onclick="const v=[...$('s').selectedOptions].map(o=>o.value);report(v.join());say('o',v.length+' chosen')">Go</button><p id="o"></p>`},
		{name: "a list of the page's own", want: "Medium", steps: []step{press("combobox", "Spice"), press("option", "Medium")}, claims: shows("Spice: Medium"),
			page: `<div id="c" role="combobox" aria-label="Spice" aria-expanded="false" tabindex="0" onclick="$('l').hidden=!$('l').hidden">Choose</div><ul id="l" role="listbox" hidden><li role="option" onclick="set('Mild')">Mild<li role="option" onclick="set('Medium')">Medium</ul><p id="o"></p><script>function set(v){report(v);$('l').hidden=true;say('o','Spice: '+v)}</script>`},
		{name: "suggestions while typing", want: "Reykjavik", steps: []step{{call: "type", name: "Town", args: args{"text": "Rey", "keys": true}}, press("option", "Reykjavik")}, claims: shows("Going to Reykjavik"),
			page: `<input id="t" aria-label="Town" oninput="setTimeout(go,200)"><ul id="l" role="listbox"></ul><p id="o"></p><script>const all=['Rey','Reykjavik','Rome'];function go(){const v=$('t').value.toLowerCase();$('l').innerHTML=v?all.filter(x=>x.toLowerCase().startsWith(v)).map(x=>'<li role="option" onclick="set(\''+x+'\')">'+x).join(''):''}function set(v){report(v);$('l').innerHTML='';say('o','Going to '+v)}</script>`},
		{name: "a day of a calendar", want: "2031-03-17", steps: []step{press("button", "Pick a day"), press("button", "Next month").till("March 2031"), press("button", "17")}, claims: shows("Day: 2031-03-17"),
			page: `<button onclick="m=0;draw()">Pick a day</button><div id="c"></div><p id="o"></p><script>let m=0;const names=['January','February','March','April'];function draw(){let h='<h2>'+names[m]+' 2031</h2><button onclick="m++;draw()">Next month</button>';for(let d=1;d<29;d++)h+='<button onclick="set('+d+')">'+d+'</button>';$('c').innerHTML=h}function set(d){const v='2031-0'+(m+1)+'-'+String(d).padStart(2,'0');report(v);$('c').innerHTML='';say('o','Day: '+v)}</script>`},
		{name: "a date field", want: "2029-02-03", steps: []step{fill("Due", "2029-02-03"), press("button", "Set")}, claims: shows("due 2029-02-03"),
			page: `<label>Due <input id="d" type="date"></label><button onclick="report($('d').value);say('o','due '+$('d').value)">Set</button><p id="o"></p>`},
		{name: "a slider", want: "70", steps: []step{fill("Volume", "70"), press("button", "Use")}, claims: shows("Volume is 70"),
			page: `<input id="v" type="range" aria-label="Volume" step="10"><button onclick="report($('v').value);say('o','Volume is '+$('v').value)">Use</button><p id="o"></p>`},
		{name: "plus until it is four", want: "4", steps: []step{press("button", "More").till("4 guests"), press("button", "OK")}, claims: shows("Table for 4"),
			page: `<button onclick="n++;say('q',n+' guests')">More</button><p id="q">1 guests</p><button onclick="report(n);say('o','Table for '+n)">OK</button><p id="o"></p><script>let n=1</script>`},
		{name: "a colour by its name", want: "teal", steps: []step{press("radio", "Teal"), press("button", "Paint")}, claims: shows("Painted teal"),
			page: `<div role="radiogroup" aria-label="Colour"><span role="radio" tabindex="0" aria-checked="false" aria-label="Plum" onclick="c='plum'" style="display:inline-block;width:20px;height:20px;background:plum"></span><span role="radio" tabindex="0" aria-checked="false" aria-label="Teal" onclick="c='teal';this.ariaChecked='true'" style="display:inline-block;width:20px;height:20px;background:teal"></span></div><button onclick="report(c);say('o','Painted '+c)">Paint</button><p id="o"></p><script>let c=''</script>`},
		{name: "stars", want: "4", steps: []step{press("button", "4 stars")}, claims: shows("You gave 4"),
			page: `<div id="s"></div><p id="o"></p><script>for(let i=1;i<6;i++)$('s').innerHTML+='<button aria-label="'+i+' stars" onclick="report('+i+');say(\'o\',\'You gave '+i+'\')">★</button>'</script>`},
	}
}
