package runs

// market is a small shop: a search, a page for each thing, a basket.
const market = `<label>Search <input id="s"></label><button onclick="find()">Find</button><button onclick="basket()">Basket</button><main id="v"></main><p id="o" role="status"></p><script>
const things=[["Kettle",30],["Kettle, blue",34],["Teapot",22],["Cup",4],["Saucer",3]];let b={};
function find(){const w=$("s").value.toLowerCase();const l=things.filter(t=>t[0].toLowerCase().includes(w));$("v").innerHTML="<h2>"+l.length+" found</h2><ul>"+l.map(t=>"<li>"+t[0]+", "+t[1]+" EUR <button onclick=\"one('"+t[0]+"',"+t[1]+")\">Look</button></li>").join("")+"</ul>"}
function one(n,p){$("v").innerHTML="<h2>"+n+"</h2><p>Price: "+p+" EUR</p><label>Quantity <input id=q value=1></label><button onclick=\"add('"+n+"')\">Put into basket</button>"}
function add(n){b[n]=(b[n]??0)+Number($("q").value);report(JSON.stringify(b));say("o","In the basket: "+Object.entries(b).map(([k,v])=>v+" × "+k).join(", "))}
function basket(){$("v").innerHTML="<h2>Basket</h2><ul>"+Object.entries(b).map(([k,v])=>"<li>"+k+": "+v+" <button onclick=\"delete b['"+k+"'];report(JSON.stringify(b));basket();say('o','Taken out')\">Take out</button></li>").join("")+"</ul><button onclick=\"report('order '+JSON.stringify(b));$('v').innerHTML='<h2>Thank you for your order</h2>'\">Order now</button>"}
</script>`

func shopEpisodes() []episode {
	look := func(what, line string) []step {
		return []step{fill("Search", what), press("button", "Find"), press("button", "Look").on(line)}
	}
	then := func(first []step, more ...step) []step { return append(first[:len(first):len(first)], more...) }
	return []episode{
		{name: "find and add", page: market, want: `{"Teapot":1}`, steps: then(look("tea", "Teapot"), press("button", "Put into basket")), claims: shows("In the basket: 1 × Teapot")},
		{name: "the blue one", page: market, want: `{"Kettle, blue":1}`, steps: then(look("kettle", "Kettle, blue"), press("button", "Put into basket")), claims: shows("1 × Kettle, blue")},
		{name: "three cups", page: market, want: `{"Cup":3}`, steps: then(look("cup", "Cup"), fill("Quantity", "3"), press("button", "Put into basket")), claims: shows("3 × Cup")},
		{name: "two things", page: market, want: `{"Cup":1,"Saucer":1}`, steps: then(then(look("cup", "Cup"), press("button", "Put into basket")), then(look("saucer", "Saucer"), press("button", "Put into basket"))...), claims: shows("1 × Cup, 1 × Saucer")},
		{name: "take one out", page: market, want: `{}`, steps: then(look("cup", "Cup"), press("button", "Put into basket"), press("button", "Basket"), press("button", "Take out")), claims: shows("Taken out")},
		{name: "order it", page: market, want: `order {"Saucer":1}`, steps: then(look("saucer", "Saucer"), press("button", "Put into basket"), press("button", "Basket"), press("button", "Order now")), claims: shows("Thank you for your order")},
		{name: "results on several pages", want: "Lamp 8", steps: []step{press("link", "Older").till("Lamp 8"), press("button", "Buy Lamp 8")}, claims: shows("Bought Lamp 8"),
			page: `<main id="v"></main><p id="o"></p><script>const n=Number(new URLSearchParams(location.search).get('p')??0);let h='';for(let i=n*3;i<n*3+3;i++)h+='<p>Lamp '+i+' <button onclick="report(\'Lamp '+i+'\');say(\'o\',\'Bought Lamp '+i+'\')">Buy Lamp '+i+'</button></p>';$('v').innerHTML=h+'<a href="?p='+(n+1)+'">Older</a>'</script>`},
		{name: "wait for the price", want: "19", steps: []step{press("button", "Ask for a price"), {call: "wait_for", args: args{"selector": "#b"}}, press("button", "Accept 19")}, claims: shows("Agreed on 19"),
			page: `<button onclick="setTimeout(()=>{$('w').innerHTML='<button id=b onclick=&quot;report(19);say(\'o\',\'Agreed on 19\')&quot;>Accept 19</button>'},700)">Ask for a price</button><div id="w"></div><p id="o"></p>`},
		{name: "a code from another page", want: "SAVE-42", steps: []step{press("link", "Offers"), {call: "back"}, fill("Coupon", `~code is (SAVE-\d+)`), press("button", "Use it")}, claims: shows("10 % off"),
			page: `<main id="v"></main><p id="o"></p><script>$('v').innerHTML=location.search?'<p>Your code is SAVE-42.</p>':'<a href="?offers">Offers</a><label>Coupon <input id="c"></label><button onclick="report($(\'c\').value);say(\'o\',$(\'c\').value==\'SAVE-42\'?\'10 % off\':\'Not valid\')">Use it</button>'</script>`},
		{name: "sizes and colours that depend", want: "L green", steps: []step{pick("Size", "L"), pick("Colour", "green"), press("button", "Add shirt")}, claims: shows("Shirt L green"),
			page: `<label>Size <select id="s" onchange="$('c').innerHTML=this.value=='L'?'<option>red<option>green':'<option>red'"><option>M<option>L</select></label><label>Colour <select id="c"><option>red</select></label><button onclick="const v=$('s').value+' '+$('c').value;report(v);say('o','Shirt '+v)">Add shirt</button><p id="o"></p>`},
	}
}
