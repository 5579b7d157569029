/** The look of the reference: that of the app, in light and dark as the system has it. One rule a line. */
export const referenceStyle = `:root{color-scheme:light dark;--accent:#0b6781;--page:#fff;--text:#192125;--dim:#525d64;--soft:#e1e6e9;--edge:#7c878e;--code:#f1f4f5;--here:#e8f5f8}
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
header nav a,.side a,.operations a,.names a{text-decoration:none}
header nav a{padding-block:.2rem}
[aria-current]{color:var(--text);font-weight:600}
.version{margin-left:auto;color:var(--dim)}
header form{flex:1 1 12rem;max-width:22rem}
.columns{display:grid;grid-template-columns:15.5rem minmax(0,1fr);max-width:82rem;margin:0 auto}
.side{grid-column:1;grid-row:1;border-right:1px solid var(--soft);padding:1.25rem;font-size:.875rem;max-height:100vh;overflow-y:auto;position:sticky;top:0}
.side ul{list-style:none;margin:0;padding:0}
.side ul ul{margin:.25rem 0 .5rem;padding-left:.625rem;border-left:1px solid var(--soft)}
.side a{display:block;padding:.2rem 0}
.side ul ul a{color:var(--text);line-height:1.35}
.side ul ul [aria-current]{color:var(--accent)}
main{grid-column:2;grid-row:1;min-width:0;padding:.5rem 2rem 4rem;max-width:56rem}
h1,h2,h3{line-height:1.25;letter-spacing:-.01em;font-weight:600;scroll-margin-top:1rem}
h1{font-size:1.5rem;margin:1rem 0 .5rem}
h2{font-size:1.125rem;margin:2.25rem 0 .5rem}
h3{font-size:.9375rem;margin:1.25rem 0 .5rem}
p{margin:.5rem 0}
code,pre{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
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
.names{columns:14rem;font-size:.875rem}
.names a{display:inline-block;padding:.2rem 0}
.fields>li{padding:.5rem 0;border-top:1px solid var(--soft)}
.fields p{margin:.15rem 0}
.type,.limits,.required{font-size:.8125rem;color:var(--dim)}
.required{color:var(--text);font-weight:500}
details{margin:.25rem 0}
summary{font-size:.8125rem;color:var(--accent);cursor:pointer;padding:.2rem 0}
details>.fields{margin:.25rem 0 .5rem;padding-left:.875rem;border-left:2px solid var(--soft)}
table{border-collapse:collapse;font-size:.875rem;overflow-wrap:break-word}
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
@media(max-width:48em){.columns{display:block}main{padding-inline:1.25rem}.side{position:static;max-height:none;border-right:0;border-top:1px solid var(--soft)}.side a{padding:.35rem 0}dl>div{grid-template-columns:1fr}input,select,textarea{font-size:1rem}}
@media print{header,.side,#trying{display:none}.columns{display:block}}
`
