package safety_test

import "strings"

// shown is an attack that tries to have a blocked frame seen in a picture.
func shown(name, top string) attack { return attack{name: "picture: " + name, top: top} }

// flip shows the frame while a picture is drawn, and hides it while anybody looks.
const flip = `<script>const after=new MessageChannel();after.port1.onmessage=()=>x.style.removeProperty("visibility");const l=()=>{x.style.setProperty("visibility","visible","important");after.port2.postMessage(0);requestAnimationFrame(l)};l()</script>`

// pictureAttacks fight the veil of screenshots.
var pictureAttacks = []attack{
	shown("animations cancelled all the time", `<iframe src="{in}"></iframe><script>const l=()=>{for(const a of document.getAnimations())a.cancel();requestAnimationFrame(l)};l();setInterval(()=>{for(const a of document.getAnimations())a.cancel()},1)</script>`),
	{name: "picture: near, visible only while it is drawn", top: `<iframe id=x src="{near}"></iframe>` + flip, in: `<style>*,h1{visibility:visible!important}</style>`},
	shown("a style that is put back", `<iframe id=x src="{in}"></iframe><style>iframe{visibility:visible!important}</style><script>new MutationObserver(()=>{if(x.getAttribute("style"))x.removeAttribute("style")}).observe(x,{attributes:true})</script>`),
	shown("a frame that comes with the resize", `<div style="height:2500px"></div><script>for(const t of ["resize","scroll"])addEventListener(t,()=>{const f=document.createElement("iframe");f.src="{in}";document.body.prepend(f)});visualViewport.onresize=()=>dispatchEvent(new Event("resize"));new ResizeObserver(()=>dispatchEvent(new Event("resize"))).observe(document.documentElement)</script><iframe src="{in}"></iframe>`),
	shown("a later animation", `<iframe id=x src="{in}"></iframe><script>const l=()=>{x.animate([{visibility:"visible",opacity:1},{visibility:"visible",opacity:1}],{duration:1e6,fill:"both"});setTimeout(l,5)};l()</script>`),
	shown("a transition", `<style>iframe{transition:all 1000s}</style><iframe src="{in}"></iframe>`),
	shown("in a closed shadow root, important", `<div id=h></div><script>h.attachShadow({mode:"closed"}).innerHTML='<style>iframe{visibility:visible!important}</style><iframe src="{in}"></iframe>'</script>`),
	shown("an object, important", `<style>object{visibility:visible!important}</style><object data="{in}" type="text/html"></object>`),
	shown("a view transition of the document around the one with the frame", `<style>::view-transition-group(*),::view-transition-old(*){animation-duration:1000s!important}</style><iframe srcdoc='<iframe src="{in}"></iframe>'></iframe><script>addEventListener("load",()=>setTimeout(()=>document.startViewTransition(()=>document.body.append("x")),300))</script>`),
	shown("a popover", `<iframe popover src="{in}"></iframe><script>document.querySelector("iframe").showPopover()</script>`),
	shown("in a drawing", `<svg width=400 height=300><foreignObject width=300 height=200><iframe xmlns="http://www.w3.org/1999/xhtml" src="{in}"></iframe></foreignObject></svg>`),
	shown("reflected", `<style>iframe{-webkit-box-reflect:below}</style><iframe src="{in}"></iframe>`),
	shown("moved all the time", `<div id=a></div><div id=b></div><iframe id=x src="{in}"></iframe><script>let n=0;setInterval(()=>{const to=n++%2?a:b;to.moveBefore?to.moveBefore(x,null):to.append(x)},30)</script>`),
	{name: "picture: inside another site's frame, scrolled", top: `<div style="height:1500px"></div><iframe style="width:400px;height:200px" src="{mid}"></iframe>`, mid: `<div style="height:700px"></div><iframe src="{in}"></iframe><script>scrollTo(0,9999)</script>`, do: []string{`{"type":"scroll","direction":"down","amount":3000}`}},
	{name: "picture: a blocked frame that goes to blank after painting", top: `<iframe src="{in}"></iframe>`, in: `<iframe class=fill></iframe>` + kid},
	rest,
	shown("everything important", `<style>*{visibility:visible!important;opacity:1!important;filter:none!important;clip-path:none!important;mask:none!important;transform:none!important;translate:none!important;content-visibility:visible!important;display:block!important}</style><iframe src="{in}"></iframe>`),
	shown("visible only while it is drawn", `<iframe id=x src="{in}"></iframe>`+flip),
	{name: "picture: visible only while it is drawn, with the blocked page's help", top: `<iframe id=x src="{in}"></iframe>` + flip, in: `<style>*,h1{visibility:visible!important}</style>` + strings.ReplaceAll(flip, "x.style", "document.documentElement.style")},
	shown("an attribute that cannot be changed for long", `<iframe id=x src="{in}"></iframe><script>const l=()=>{x.setAttribute("style","visibility:visible!important");requestAnimationFrame(l)};l()</script>`),
	shown("a frame that comes when others are hidden", `<iframe id=x src="{in}"></iframe><script>let n=0;const l=()=>{if(n<9&&(getComputedStyle(x).visibility=="hidden"||x.getAnimations().length)){n++;const f=document.createElement("iframe");f.src="{in}";document.body.prepend(f)}setTimeout(l,2)};l()</script>`),
	shown("a clone that takes its place", `<iframe id=x src="{near}"></iframe><iframe id=y style="opacity:0" src="{in}"></iframe><script>const l=()=>{const h=e=>getComputedStyle(e).visibility=="hidden"||e.getAnimations().length;if(h(x)||h(y)){y.style.opacity=1;y.style.setProperty("visibility","visible","important")}requestAnimationFrame(l)};l()</script>`),
	shown("a paused clock", `<iframe id=x src="{in}"></iframe><script>setInterval(()=>{for(const a of document.getAnimations())a.playbackRate=-1,a.finish()},1)</script>`),
	shown("an animation of a style sheet", `<style>@keyframes k{from,to{visibility:visible;opacity:1}}iframe{animation:k 1000s infinite both!important}</style><iframe src="{in}"></iframe>`),
	shown("a slotted frame, important", `<div id=h><iframe src="{in}"></iframe></div><script>h.attachShadow({mode:"open"}).innerHTML="<style>::slotted(iframe){visibility:visible!important}</style><slot></slot>"</script>`),
	shown("an embed, important", `<style>embed{visibility:visible!important}</style><embed src="{in}" type="text/html">`),
	shown("a view transition's old snapshot", `<style>::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:1000s!important}::view-transition-old(*){opacity:1!important;animation:none!important}::view-transition-new(*){opacity:0!important}</style><iframe src="{in}"></iframe><script>addEventListener("load",()=>setTimeout(()=>document.startViewTransition(()=>document.body.append("x")),300))</script>`),
	shown("a view transition of the frame alone", `<style>iframe{view-transition-name:x}::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:1000s!important}</style><iframe src="{in}"></iframe><script>addEventListener("load",()=>setTimeout(()=>document.startViewTransition(()=>document.querySelector("iframe").style.marginLeft="9px"),300))</script>`),
	shown("in a modal dialog", `<dialog><iframe src="{in}"></iframe></dialog><script>document.querySelector("dialog").showModal()</script>`),
	shown("through a backdrop filter", `<iframe src="{in}"></iframe><div style="position:fixed;inset:0;backdrop-filter:blur(1px)"></div>`),
	shown("in three dimensions", `<div style="perspective:300px;transform-style:preserve-3d"><iframe style="transform:rotateY(40deg);will-change:transform" src="{in}"></iframe></div>`),
	shown("far down", `<div style="height:3000px"></div><iframe src="{in}"></iframe>`),
	shown("many", `<script>for(let i=0;i<30;i++)document.write('<iframe src="{in}"></iframe>')</script>`),
	shown("new ones all the time", `<script>let last=[];setInterval(()=>{if(last.length>6){if(!last[0].came)return;last.shift().remove()}const f=document.createElement("iframe");f.onload=()=>f.came=true;f.src="{in}";document.body.append(f);last.push(f)},40)</script>`),
	shown("a frame that goes there all the time", `<iframe id=x src="{in}"></iframe><script>let n=0,t;const go=()=>{t=setTimeout(go,900);x.src=n++%2?"{in}":"{own}"};x.onload=()=>{clearTimeout(t);t=setTimeout(go,90)}</script>`),
	{name: "picture: inside another site's frame, rotated", top: `<iframe style="width:400px;height:200px;transform:rotate(15deg)" src="{mid}"></iframe>`, mid: `<iframe src="{in}"></iframe>`},
	{name: "picture: inside another site's frame, scaled", top: `<iframe style="width:400px;height:200px;zoom:1.5;transform:scale(.5)" src="{mid}"></iframe>`, mid: `<iframe src="{in}"></iframe>`},
	{name: "picture: inside another site's frame, important", top: `<style>iframe{visibility:visible!important}</style><iframe style="width:400px;height:200px" src="{mid}"></iframe>`, mid: `<style>iframe{visibility:visible!important}</style><iframe src="{in}"></iframe>`},
	{name: "picture: inside a frame inside another site's", top: `<iframe style="width:400px;height:300px" src="{mid}"></iframe>`, mid: `<iframe id=f></iframe><script>f.srcdoc='<iframe src="{in}"></iframe>'</script>`},
}
