package supervisor

// printQuestion is what [PrintShim] asks before a page prints.
const printQuestion = "bua: print this page?"

// PrintShim makes print ask first, in the page's own world, because Chrome's
// print preview stops the page until the person closes it, comes up over what
// they do, and cannot be closed by CDP. While the tab is attached the answer
// is no, and the page goes on as after any print; in a document that outlives
// the agent the person is asked, and yes prints.
const PrintShim = `{const ask=confirm,on=dispatchEvent;print=new Proxy(print,{apply(f,t,a){if(ask("` + printQuestion + `"))return Reflect.apply(f,t,a);on(new Event("beforeprint"));on(new Event("afterprint"))}})}`
