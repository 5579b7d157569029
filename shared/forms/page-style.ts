import type { DefinitionColor } from '../definition-looks.ts'

/** A color on white and on near black, each with enough contrast for text in it, and for text of the page on it. */
export const accents: Record<DefinitionColor, readonly [light: string, dark: string]> = {
  gray: ['#495057', '#ced4da'],
  red: ['#c92a2a', '#ffa8a8'],
  pink: ['#a61e4d', '#faa2c1'],
  grape: ['#862e9c', '#e599f7'],
  violet: ['#5f3dc4', '#b197fc'],
  indigo: ['#364fc7', '#91a7ff'],
  blue: ['#1864ab', '#74c0fc'],
  cyan: ['#0b6478', '#66d9e8'],
  teal: ['#08654a', '#63e6be'],
  green: ['#237032', '#8ce99a'],
  lime: ['#47700b', '#c0eb75'],
  yellow: ['#805300', '#ffe066'],
  orange: ['#b03a0a', '#ffc078'],
}

/** The style of every page of a form. One rule a line; the colors of text have a contrast of 4.5 or more. */
export const pageStyle = (color: DefinitionColor): string => {
  const [light, dark] = accents[color]
  return `:root{color-scheme:light dark;--accent:${light};--on:#fff;--page:#f3f4f6;--card:#fff;--text:#1a1d21;--dim:#5b626b;--line:#868e96;--soft:#dfe2e6;--bad:#b42318;--bad-soft:#fef3f2;--field:#fff}
@media(prefers-color-scheme:dark){:root{--accent:${dark};--on:#101214;--page:#101214;--card:#191c1f;--text:#e9ecef;--dim:#a5adb6;--line:#747c85;--soft:#30353a;--bad:#ff9d94;--bad-soft:#2b1614;--field:#101214}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:41rem;margin:0 auto;padding:2.5rem 1rem 4rem}
.card{background:var(--card);border:1px solid var(--soft);border-top:4px solid var(--accent);border-radius:10px;padding:2rem}
.desk{margin:0 0 .75rem;font-weight:600;color:var(--accent)}
h1{margin:0;font-size:1.75rem;line-height:1.25;letter-spacing:-.01em}
h1+p,header p+p{margin:.75rem 0 0}
header p{color:var(--dim)}
header .desk{color:var(--accent)}
form{margin-top:2rem}
.f{margin:0 0 1.5rem;padding:0;border:0;min-width:0}
label,legend{display:block;padding:0;font-weight:600;margin-bottom:.25rem}
.o label{display:flex;gap:.65rem;align-items:flex-start;font-weight:400;margin:0;padding:.5rem 0;cursor:pointer}
.o input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
.o .one{font-weight:600}
.r{font-weight:400;color:var(--dim);font-size:.875rem;margin-left:.4rem}
.h{margin:0 0 .4rem;color:var(--dim);font-size:.9375rem}
.e{margin:0 0 .4rem;color:var(--bad);font-weight:500;font-size:.9375rem}
.bad{border-left:4px solid var(--bad);padding-left:.9rem}
input,select,textarea,button{font:inherit;color:inherit}
input:not([type=radio]):not([type=checkbox]),select,textarea{width:100%;min-height:2.75rem;padding:.55rem .75rem;background:var(--field);border:1px solid var(--line);border-radius:7px}
select:not([multiple]){height:2.75rem}
select option{background:var(--field);color:var(--text)}
textarea{min-height:8rem;resize:vertical}
input[type=file]{padding:.6rem .75rem}
input[type=file]::file-selector-button{font:inherit;font-size:.9375rem;margin-right:.75rem;padding:.15rem .7rem;border:1px solid var(--line);border-radius:5px;background:var(--page);color:var(--text);cursor:pointer}
.bad input:not([type=radio]):not([type=checkbox]),.bad select,.bad textarea{border-color:var(--bad)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.k{list-style:none;margin:0 0 .5rem;padding:0}
.k li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:7px;margin-bottom:.4rem}
.k label{display:flex;gap:.5rem;align-items:center;font-weight:400;margin:0}
.k input{width:1.1rem;height:1.1rem;accent-color:var(--accent)}
.s{margin-top:1.5rem;padding:1rem 1.25rem;border:2px solid var(--bad);border-radius:8px;background:var(--bad-soft)}
.s:focus{outline:none}
.s h2{margin:0 0 .25rem;font-size:1.0625rem}
.s ul{margin:0;padding-left:1.2rem}
.s li{margin:.2rem 0}
.s a{color:var(--bad);font-weight:500}
.n{margin-top:1.5rem;padding:.75rem 1rem;border-radius:8px;border:1px solid var(--soft);background:var(--page)}
.a{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
button{min-height:2.75rem;padding:.55rem 1.5rem;border:1px solid var(--accent);border-radius:7px;background:var(--accent);color:var(--on);font-weight:600;cursor:pointer}
button.q{background:none;color:var(--accent)}
button:hover{filter:brightness(1.08)}
a{color:var(--accent)}
.t{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.m{margin:1rem 0 0}
.m+.m{margin-top:.75rem}
@media(max-width:30rem){body{background:var(--card)}main{padding:0 0 2rem}.card{border-radius:0;border-width:4px 0 0;padding:1.5rem 1.1rem}h1{font-size:1.5rem}.a button{flex:1 1 100%}}
.embed{background:none}
.embed main{padding:0;max-width:none}
`
}
