package debugger_test

// engine is a stand-in for the page engine: as much of its table as the
// conversation needs.
const engine = `
(()=>{
const reg=[];let next=0,muts=0,obs=null;
class F extends Error{constructor(c,m){super(m);this.c=c}}
const find=a=>{
  if(a.selector){const e=document.querySelector(a.selector);if(!e)throw new F("element_not_found","nothing matches the selector");return e}
  const e=reg[+a.uid.slice(1)];if(!e)throw new F("element_stale","unknown uid");if(!e.isConnected)throw new F("element_not_found","it left");return e};
const ops={
 extract(a){next=Math.max(next,a.base);
  const els=[...document.querySelectorAll("button,input,a[href],textarea,[contenteditable]")].map(e=>{let n=reg.indexOf(e);if(n<0){n=next++;reg[n]=e}
   return {uid:"e"+n,role:e.localName=="a"?"link":e.localName=="button"?"button":"textbox",name:(e.textContent||e.id||"").slice(0,80)||"x",visible:true}});
  return {title:document.title,text:document.body.innerText,markdown:document.body.innerText,elements:els,snapshot:"s1",captchaFrame:false,next}},
 async point(a){const e=find(a);e.scrollIntoView({block:"nearest"});const r=e.getBoundingClientRect();return {x:r.x+r.width/2,y:r.y+r.height/2,role:"",name:""}},
 focus(a){find(a).focus();return {role:"",kind:"input"}},
 async wait(a){const end=Date.now()+a.ms;for(;;){const e=a.selector?document.querySelector(a.selector):find(a);if(e&&e.getBoundingClientRect().width)return {};
  if(Date.now()>end)throw new F("timeout","it did not appear");await new Promise(r=>setTimeout(r,20))}},
 scroll(a){const y=scrollY;scrollBy(0,(a.direction=="down"?1:-1)*(a.amount||500));return {moved:scrollY-y}},
 watch(){muts=0;obs&&obs.disconnect();obs=new MutationObserver(l=>muts+=l.length);obs.observe(document,{subtree:true,childList:true,attributes:true,characterData:true});return {}},
 async settled(a){const end=performance.now()+a.max;let last=-1;while(last!=muts&&performance.now()<end){last=muts;await new Promise(r=>setTimeout(r,muts?a.quiet:0))}
  return {title:document.title,dom:muts}},
 mask(){return {}},unmask(){return {}}};
globalThis.__bua=async(op,a)=>{try{const r=await ops[op](a||{});return JSON.stringify({ok:{url:location.href,...r}})}catch(e){return JSON.stringify({error:{code:e.c||"internal_error",message:String(e.message)}})}};
})();`
