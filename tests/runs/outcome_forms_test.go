package runs

// formOutcomes are forms that a page or its server refuses, each in its own way.
func formOutcomes() []outcome {
	name := []step{fill("Name", "Ann Lee"), press("button", "Save")}
	return []outcome{
		{name: "a required field is empty", steps: name, words: "Saved for Ann Lee",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><label>Phone <input name="p" id="p"></label><button>Save</button></form><script>$("p").required=fails</script>`, good: "Saved for Ann Lee"},
		{name: "an address is not one", steps: []step{fill("Mail", "ann"), press("button", "Subscribe")}, words: "You are subscribed",
			page: `<form action="form" method="post"><label>Mail <input name="m" id="m"></label><button>Subscribe</button></form><script>if(fails)$("m").type="email"</script>`, good: "You are subscribed"},
		{name: "a number out of its range", steps: []step{fill("Guests", "12"), press("button", "Reserve")}, words: "Table reserved",
			page: `<form action="form" method="post"><label>Guests <input name="g" id="g" type="number" min="1"></label><button>Reserve</button></form><script>if(fails)$("g").max=8</script>`, good: "Table reserved"},
		{name: "a pattern", steps: []step{fill("Code", "AB12"), press("button", "Redeem")}, words: "Code redeemed",
			page: `<form action="form" method="post"><label>Code <input name="c" id="c"></label><button>Redeem</button></form><script>if(fails)$("c").pattern="[A-Z]{4}"</script>`, good: "Code redeemed"},
		{name: "terms that are not accepted", steps: []step{fill("Nick", "ann7"), press("button", "Join")}, words: "Welcome, ann7",
			page: `<form action="form" method="post"><label>Nick <input name="n"></label><label><input type="checkbox" id="t"> I accept the terms</label><button>Join</button></form><script>$("t").required=fails</script>`, good: "Welcome, ann7"},
		{name: "a check of the page's own", steps: name, words: "Your profile is saved",
			page: `<label>Name <input id="n"></label><button onclick="go()">Save</button><p id="o"></p><script>async function go(){if(fails){say("o","The name is taken.");return} await save();say("o","Your profile is saved")}</script>`},
		{name: "only the field is marked", steps: name, words: "Profile saved",
			page: `<label>Name <input id="n"></label><button onclick="go()">Save</button><p id="o"></p><script>async function go(){if(fails){$("n").setAttribute("aria-invalid","true");$("n").style.border="2px solid red";return} await save();say("o","Profile saved")}</script>`},
		{name: "the server shows the form again", steps: name, words: "Thank you, Ann Lee",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "Thank you, Ann Lee", status: 422,
			bad: `<p role="alert">Name: already in use.</p><form action="form" method="post"><label>Name <input name="n" value="Ann Lee"></label><button>Save</button></form>`},
		{name: "the form again, with status 200", steps: name, words: "Thank you, Ann Lee",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "Thank you, Ann Lee", status: 200,
			bad: `<p>Please check what you entered.</p><form action="form" method="post"><label>Name <input name="n" value="Ann Lee"></label><button>Save</button></form>`},
		{name: "an error page", steps: name, words: "It was stored",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "It was stored", status: 500, bad: "<h1>Internal Server Error</h1>"},
		{name: "an apology with status 200", steps: name, words: "It was stored",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "It was stored", status: 200, bad: "<h1>Oops</h1><p>Something went wrong on our side.</p>"},
		{name: "the session is over", steps: name, words: "It was stored",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "It was stored", status: 200,
			bad: `<h1>Sign in</h1><form><label>User <input></label><label>Password <input type="password"></label><button>Sign in</button></form>`},
		{name: "no permission", steps: name, words: "It was stored",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "It was stored", status: 403, bad: "<h1>Forbidden</h1><p>You may not change this.</p>"},
		{name: "too many requests", steps: name, words: "It was stored",
			page: `<form action="form" method="post"><label>Name <input name="n"></label><button>Save</button></form>`, good: "It was stored", status: 429, bad: "<h1>Slow down</h1>"},
	}
}
