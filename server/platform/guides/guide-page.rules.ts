import type * as MarkedModule from 'marked'
import { escapeHtml } from '../../../shared/html-text.ts'
import { lazily } from '../lazy.ts'
import { CONTENTS, GUIDES, hrefOn, idOfHeading } from './pages.rules.ts'

const marked = lazily<typeof MarkedModule>('marked')

/** A page of the guides, as it is sent: from our own Markdown, without a script, and with nothing from anywhere else. */
export function guidePage(file: string, markdown: string, version: string): string {
  const content = contentOf(file, markdown)
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(content)?.[1]?.replace(/<[^>]*>/g, '') ?? 'Guides'
  const current = file === CONTENTS ? ' aria-current="page"' : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Sourcebook</title>
<link rel="stylesheet" href="${GUIDES}/style.css">
</head>
<body>
<header><nav aria-label="Guides">
<a href="${GUIDES}"${current}>All guides</a>
<a href="/docs">API reference</a>
<a href="/">Open the app</a>
<span>Sourcebook ${escapeHtml(version)}</span>
</nav></header>
<main>
${content}</main>
</body>
</html>
`
}

function contentOf(file: string, markdown: string): string {
  const { Marked, Renderer } = marked()
  const plain = new Renderer()
  /** By its id, how many headings before had the same. */
  const ids = new Map<string, number>()
  return new Marked({
    gfm: true,
    renderer: {
      // What generators note in a page is for those who edit it.
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
      heading({ tokens, depth, text }) {
        const id = idOfHeading(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
        const before = ids.get(id) ?? 0
        ids.set(id, before + 1)
        const own = before === 0 ? id : `${id}-${before}`
        return `<h${depth} id="${own}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const to = hrefOn(GUIDES, file, href)
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(hrefOn(GUIDES, file, href) ?? '')}" alt="${escapeHtml(text)}">`
      },
      // What is wider than the page scrolls, also by keyboard.
      code: ({ text, lang }) =>
        `<pre tabindex="0"${lang ? ` data-language="${escapeHtml(lang)}"` : ''}><code>${escapeHtml(text)}\n</code></pre>\n`,
      table(token) {
        plain.parser = this.parser
        return `<div class="wide" role="region" aria-label="Table" tabindex="0">${plain.table(token)}</div>\n`
      },
    },
  }).parse(markdown) as string
}
