/** The look of the guides: that of the app, in light and dark as the system has it. One rule a line. */
export const guideStyle = `:root{color-scheme:light dark;--accent:#0b6478;--page:#fff;--text:#1a1d21;--dim:#5b626b;--soft:#dfe2e6;--code:#f3f4f6}
@media(prefers-color-scheme:dark){:root{--accent:#66d9e8;--page:#141618;--text:#e9ecef;--dim:#a5adb6;--soft:#30353a;--code:#1e2124}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.6 "Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header{border-bottom:1px solid var(--soft)}
nav,main{max-width:52rem;margin:0 auto;padding:0 1rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding-block:.75rem;font-size:.9375rem}
nav span{margin-left:auto;color:var(--dim)}
main{padding-block:1rem 4rem}
a{color:var(--accent)}
nav a{text-decoration:none}
nav a[aria-current]{color:var(--text);font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.01em;font-weight:600;scroll-margin-top:1rem}
h1{font-size:1.75rem;margin:1rem 0}
h2{font-size:1.25rem;margin:2.25rem 0 .75rem}
h3{font-size:1.0625rem;margin:1.75rem 0 .5rem}
img{max-width:100%;height:auto;border:1px solid var(--soft);border-radius:8px}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);border-radius:4px;padding:.1em .3em}
pre{overflow-x:auto;background:var(--code);border:1px solid var(--soft);border-radius:8px;padding:.75rem 1rem;overflow-wrap:normal}
pre code{padding:0;background:none}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9375rem;overflow-wrap:break-word}
th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--soft);text-align:left;vertical-align:top}
td code{overflow-wrap:anywhere}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--soft);color:var(--dim)}
@media print{header{display:none}}
`
