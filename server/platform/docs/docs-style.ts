/** The look of the guides and the reference: that of the app, in light and dark as the system has it. One rule a line. */
export const docsStyle = `:root{color-scheme:light dark;--accent:#0b6781;--page:#fff;--text:#192125;--dim:#525d64;--soft:#e1e6e9;--edge:#7c878e;--code:#f1f4f5;--here:#e8f5f8}
@media(prefers-color-scheme:dark){:root{--accent:#72b7cb;--page:#192023;--text:#d9dfe2;--dim:#a8b2b8;--soft:#343d43;--edge:#7c878e;--code:#14191c;--here:#24343c}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 "Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:.5rem;background:var(--page);padding:.25rem .5rem;z-index:2}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;padding:.625rem 1.25rem;border-bottom:1px solid var(--soft);font-size:.875rem}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
header nav a,.side a,.outline a,.operations a,.names a,.next a,.anchor{text-decoration:none}
header nav a{padding-block:.2rem}
[aria-current]{color:var(--text);font-weight:600}
.version{margin-left:auto;color:var(--dim)}
header form{flex:1 1 12rem;max-width:22rem}
header .contents{display:none}
.columns{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:92rem;margin:0 auto}
.side{grid-column:1;grid-row:1;align-self:start;border-right:1px solid var(--soft);padding:1.25rem;font-size:.875rem;max-height:100vh;overflow-y:auto;position:sticky;top:0}
.side{min-height:100vh}
.side>details{margin:0 0 1rem}
.side summary{font-size:.875rem;font-weight:600;color:var(--text)}
.side ul,.outline ul{list-style:none;margin:0;padding:0}
.side span{display:block;margin-top:.5rem;padding:.2rem 0;color:var(--dim);font-size:.8125rem;font-weight:500}
.side ul ul{margin:.25rem 0 .5rem;padding-left:.625rem;border-left:1px solid var(--soft)}
.side a{display:block;padding:.2rem 0}
.side ul ul a{color:var(--text);line-height:1.35}
.side ul ul [aria-current]{color:var(--accent)}
main{grid-column:2;grid-row:1;min-width:0;padding:.5rem 2rem 4rem;max-width:56rem}
.guide{font-size:1rem;line-height:1.6}
.outline{display:none}
.outline p{margin:0 0 .25rem;color:var(--dim);font-weight:500}
.outline a{display:block;padding:.15rem 0;color:var(--text);line-height:1.35}
.outline a:hover{color:var(--accent)}
.outline .h3{padding-left:.75rem}
.outline code{background:none;padding:0}
.anchor{color:var(--dim);font-weight:400;opacity:0;padding:0 .25rem}
:hover>.anchor,.anchor:focus-visible{opacity:1}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.01em;font-weight:600;scroll-margin-top:1rem}
h1{font-size:1.5rem;margin:1rem 0 .5rem}
h2{font-size:1.125rem;margin:2.25rem 0 .5rem}
h3{font-size:.9375rem;margin:1.25rem 0 .5rem}
.guide h1{font-size:1.75rem}
.guide h2{font-size:1.25rem;margin-bottom:.75rem}
.guide h3{font-size:1.0625rem;margin-top:1.75rem}
p{margin:.5rem 0}
.guide p{margin:.75rem 0}
li{margin:.2rem 0}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--soft);color:var(--dim)}
main img{max-width:100%;height:auto;border:1px solid var(--soft);border-radius:8px}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:.1em .3em}
pre{overflow:auto;max-height:32rem;background:var(--code);border:1px solid var(--soft);border-radius:8px;padding:.75rem 1rem;overflow-wrap:normal;margin:.5rem 0}
pre code{padding:0;background:none}
.method{font:600 .75rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--accent)}
.route code{background:none;padding:0}
h1+.route{font-size:1rem}
.operations,.names,.fields{list-style:none;margin:.75rem 0;padding:0}
.operations li{padding:.4rem 0;border-top:1px solid var(--soft);display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}
.operations :target{background:var(--here)}
.operations .route,.operations .route code{color:var(--dim);font-size:.75rem}
.found{list-style:none;margin:.75rem 0;padding:0}
.found li{padding:.6rem 0;border-top:1px solid var(--soft)}
.found .route{color:var(--dim);font-size:.8125rem;margin-left:.5rem}
.found p{margin:.15rem 0;font-size:.875rem;color:var(--dim)}
mark{background:var(--here);color:var(--text);border-radius:2px}
.see{margin-top:3rem;font-size:.875rem;color:var(--dim)}
.next{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem;margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--soft)}
.next [rel=next]{margin-left:auto;text-align:right}
.next small{display:block}
.names{columns:14rem;font-size:.875rem}
.names a{display:inline-block;padding:.2rem 0}
.fields>li{padding:.5rem 0;border-top:1px solid var(--soft)}
.fields p{margin:.15rem 0}
.type,.limits,.required{font-size:.8125rem;color:var(--dim)}
.required{color:var(--text);font-weight:500}
details{margin:.25rem 0}
summary{font-size:.8125rem;color:var(--accent);cursor:pointer;padding:.2rem 0}
details>.fields{margin:.25rem 0 .5rem;padding-left:.875rem;border-left:2px solid var(--soft)}
.wide{overflow-x:auto;margin:.75rem 0}
td code{overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:.9375em;overflow-wrap:break-word}
th,td{padding:.35rem 1rem .35rem 0;border-top:1px solid var(--soft);text-align:left;vertical-align:top}
dl{margin:.75rem 0}
dl>div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:0 1rem;padding:.35rem 0;border-top:1px solid var(--soft)}
dt{color:var(--dim);font-size:.875rem}
dd{margin:0}
dd p{margin:0 0 .25rem}
#trying{border:1px solid var(--soft);border-radius:8px;padding:.25rem 1.25rem 1rem;margin:2rem 0}
#trying h2{margin-top:1rem}
#trying label{display:block;font-size:.8125rem;font-weight:500}
small{color:var(--dim);font-weight:400;font-size:.8125rem}
input,select,textarea{width:100%;min-height:2rem;font:inherit;font-size:.875rem;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:.25rem .6rem}
textarea{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem;resize:vertical}
button{min-height:2rem;font:inherit;font-weight:500;color:var(--page);background:var(--accent);border:1px solid var(--accent);border-radius:6px;padding:.2rem 1rem;cursor:pointer}
button[type=button]{color:var(--accent);background:none}
@media(scripting:none){.outline [href="#try"]{display:none}}
@media(min-width:80em){.columns{grid-template-columns:16rem minmax(0,1fr) 15rem}.outline{display:block;grid-column:3;grid-row:1;align-self:start;position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:1.5rem 1.25rem;font-size:.8125rem}}
@media(max-width:48em){.columns{display:block}main{padding-inline:1.25rem}header .contents{display:inline}.side{position:static;max-height:none;min-height:0;border-right:0;border-top:1px solid var(--soft)}.side a{padding:.35rem 0}dl>div{grid-template-columns:1fr}input,select,textarea{font-size:1rem}}
@media print{header,.side,.outline,.next,.anchor,#trying{display:none}.columns{display:block}}
`
