package runs

// silentOutcomes fail without a word, or with one that is easily overlooked.
func silentOutcomes() []outcome {
	note := []step{fill("Note", "Call Bo on Friday"), press("button", "Save")}
	const field = `<label>Note <input id="n"></label><button id="b" onclick="go()">Save</button><p id="o" role="status"></p>`
	return []outcome{
		{name: "a button that does nothing", steps: note, words: "Note saved",
			page: field + `<script>async function go(){if(fails)return; await save();say("o","Note saved")}</script>`},
		{name: "a script that throws", steps: note, words: "Note saved",
			page: field + `<script>async function go(){if(fails)nobody.knows(); await save();say("o","Note saved")}</script>`},
		{name: "500, and nothing shows it", steps: note, words: "Note saved",
			page: field + `<script>async function go(){if(await save(500))say("o","Note saved")}</script>`},
		{name: "500, and a message", steps: note, words: "Note saved",
			page: field + `<script>async function go(){say("o",await save(500)?"Note saved":"Could not be stored, try again later.")}</script>`},
		{name: "200, and refused inside", steps: note, words: "Note saved",
			page: field + `<script>async function go(){say("o",await save(200)?"Note saved":"Error 17")}</script>`},
		{name: "the connection breaks", steps: note, words: "Note saved",
			page: field + `<script>async function go(){try{await save(-1);say("o","Note saved")}catch(e){say("o","You seem to be offline.")}}</script>`},
		{name: "the server never answers", steps: note, words: "Note saved",
			page: field + `<script>async function go(){$("b").disabled=true;say("o","One moment…");await save(0);say("o","Note saved")}</script>`},
		{name: "somebody else was faster", steps: note, words: "Note saved",
			page: field + `<script>async function go(){say("o",await save(409)?"Note saved":"This note was changed by somebody else.")}</script>`},
		{name: "another button lies over it", steps: []step{press("button", "Publish")}, words: "The page is public",
			page: `<button id="b" onclick="go()">Publish</button><p id="o"></p><script>if(fails){const d=document.createElement("div");d.style="position:fixed;inset:0";document.body.append(d)} async function go(){await save();say("o","The page is public")}</script>`},
		{name: "a button that is not ready", steps: note, words: "Note saved",
			page: field + `<script>$("b").disabled=fails;async function go(){await save();say("o","Note saved")}</script>`},
		{name: "the field forgets", steps: note, words: "Note saved",
			page: field + `<script>if(fails)$("n").oninput=()=>{$("n").value=""};async function go(){if(!$("n").value)return;await save();say("o","Note saved")}</script>`},
		{name: "a question that nobody answers", steps: []step{press("button", "Archive")}, words: "Archived",
			page: `<button onclick="go()">Archive</button><dialog id="d"><p>Archive this for everybody?</p><button>Yes</button></dialog><p id="o"></p><script>async function go(){if(fails){$("d").showModal();return} await save();say("o","Archived")}</script>`},
		{name: "the second part is refused", steps: note, words: "2 of 2 stored",
			page: field + `<script>async function go(){const ok=await save(500);say("o",ok?"2 of 2 stored":"1 of 2 stored")}</script>`},
		{name: "it reloads and is as it was", steps: note, words: "Notes: 1",
			page: field + `<script>async function go(){if(await save(500))say("o","Notes: 1");else location.reload()}</script>`},
	}
}
