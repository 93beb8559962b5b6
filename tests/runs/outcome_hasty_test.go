package runs

// hastyOutcomes show success before there is any, or from another time.
func hastyOutcomes() []outcome {
	add := []step{fill("Item", "Milk"), press("button", "Add")}
	const list = `<label>Item <input id="n"></label><button onclick="go()">Add</button><ul id="l"><li>Bread</li></ul><p id="o" role="status"></p>`
	return []outcome{
		{name: "an entry that is taken back at once", steps: add, words: "1 x Milk",
			page: list + `<script>async function go(){const li=document.createElement("li");li.textContent="1 x Milk";$("l").append(li);if(!await save())li.remove()}</script>`},
		{name: "an entry that is taken back after two seconds", steps: add, words: "1 x Milk",
			page: list + `<script>async function go(){const li=document.createElement("li");li.textContent="1 x Milk";$("l").append(li);if(!await save()){await later(2000);li.remove()}}</script>`},
		{name: "an entry that is taken back after four seconds", steps: add, words: "1 x Milk",
			page: list + `<script>async function go(){const li=document.createElement("li");li.textContent="1 x Milk";$("l").append(li);if(!await save()){await later(4000);li.remove()}}</script>`},
		{name: "a message that is replaced", steps: add, words: "Added to your list",
			page: list + `<script>async function go(){say("o","Added to your list");if(!await save()){await later(1500);say("o","Not added: the list is full.")}}</script>`},
		{name: "a switch that goes back", steps: []step{tick("Updates", true)}, words: "Updates are on", value: "checked",
			page: `<label><input type="checkbox" role="switch" id="s" onchange="go()"> Updates</label><p id="o"></p><script>async function go(){say("o","Updates are on");if(!await save()){await later(1000);$("s").checked=false;say("o","Updates are off")}}</script>`},
		{name: "a row that comes back", steps: []step{press("button", "Remove")}, words: "No rows", gone: "Draft 7",
			page: `<p id="o">1 row</p><div id="r">Draft 7 <button onclick="go()">Remove</button></div><script>async function go(){const r=$("r");r.remove();say("o","No rows");if(!await save()){await later(2500);document.body.append(r);say("o","1 row")}}</script>`},
		{name: "a like that is taken back", steps: []step{press("button", "Like")}, words: "8 likes",
			page: `<button onclick="go()">Like</button><p id="o">7 likes</p><script>async function go(){say("o","8 likes");if(!await save(401)){await later(1200);say("o","7 likes")}}</script>`},
		{name: "a message that fades and was wrong", steps: add, words: "Saved",
			page: list + `<script>async function go(){say("o","Saved");const ok=await save();await later(1000);say("o",ok?"Saved":"")}</script>`},
		{name: "the banner of an earlier time", steps: add, words: "Your changes were saved",
			page: `<p id="o">` + `</p>` + list[:len(list)-len(`<p id="o" role="status"></p>`)] + `<script>if(fails)say("o","Your changes were saved");async function go(){if(await save())say("o","Your changes were saved")}</script>`},
		{name: "words of the help", steps: add, words: "Entry stored",
			page: list + `<p id="h"></p><script>if(fails)say("h","When it works you see: Entry stored");async function go(){if(await save())say("o","Entry stored")}</script>`},
		{name: "the success of another form", steps: add, words: "Sent to the team",
			page: list + `<section><h2>Other</h2><p id="h"></p></section><script>if(fails)say("h","Sent to the team");async function go(){if(await save())say("o","Sent to the team")}</script>`},
		{name: "success that is hidden", steps: add, words: "All stored",
			page: list + `<p id="h" style="display:none">All stored</p><script>async function go(){if(await save())$("h").style.display="block"}</script>`},
	}
}
