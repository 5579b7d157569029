import { escapeHtml } from '../../../shared/html-text.ts'
import {
  GUIDES,
  ICON,
  operationAddress,
  REFERENCE,
  SEARCH,
  STYLE,
  tagAddress,
} from './addresses.rules.ts'
import type { Docs } from './docs.rules.ts'
import { CONTENTS, docsAddress } from './pages.rules.ts'

/** The browser itself sees to it that a page runs and loads nothing but what is ours. */
export const policyOf = (hasScript: boolean): string =>
  `default-src 'none';${hasScript ? " script-src 'self'; connect-src 'self';" : ''} style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'`

export interface Shown {
  title: string
  content: string
  /** The file of the guide that is shown. */
  file?: string
  /** Whose operations are listed at the side. */
  tag?: string
  /** The operation that the page is about. */
  operationId?: string
  /** The words searched for. */
  query?: string
  /** The address of the page's script. */
  script?: string
}

/** A whole page, around its content: head, search, the list of all pages, and what is on this one. */
export function docsPage(docs: Docs, shown: Shown): string {
  const { title, file, query = '', script } = shown
  const { content, headings } = withAnchors(shown.content)
  const isGuide = file !== undefined
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(script !== undefined)}">\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${docs.isFolder ? policy : ''}<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Sourcebook</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLE}">
${script ? `<script src="${script}" defer></script>\n` : ''}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Sourcebook">
<a href="${GUIDES}"${isCurrent(file === CONTENTS)}>Guides</a>
<a href="${REFERENCE}"${isCurrent(title === 'API reference')}>API reference</a>
${docs.isFolder ? '' : '<a href="/">Open the app</a>\n'}<a class="contents" href="#contents">Contents</a>
</nav>
<form role="search" action="${SEARCH}"><input type="search" name="q" aria-label="Search the docs" placeholder="Search" value="${escapeHtml(query)}"></form>
<span class="version">Sourcebook ${escapeHtml(docs.reading.document.info.version)}</span>
</header>
<div class="columns">
<main id="content" tabindex="-1"${isGuide ? ' class="guide"' : ''}>
${content}
</main>
${outlineOf(headings)}<nav class="side" id="contents" aria-label="Contents">
${guidesList(docs, shown)}${referenceList(docs, shown)}</nav>
</div>
</body>
</html>
`
}

const isCurrent = (is: boolean): string => (is ? ' aria-current="page"' : '')

interface Heading {
  depth: number
  id: string
  html: string
}

/** Gives each heading that has an id a link to itself. */
function withAnchors(html: string): { content: string; headings: Heading[] } {
  const headings: Heading[] = []
  const content = html.replace(
    /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g,
    (_, depth: string, id: string, text: string) => {
      headings.push({ depth: Number(depth), id, html: text.replace(/<\/?a\b[^>]*>/g, '') })
      const name = text.replace(/<[^>]*>/g, '')
      return `<h${depth} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to “${name}”">#</a></h${depth}>`
    },
  )
  return { content, headings }
}

/** With more headings than this, only those of the highest level are listed. */
const MOST_HEADINGS = 40

function outlineOf(headings: Heading[]): string {
  const shown =
    headings.length > MOST_HEADINGS ? headings.filter(({ depth }) => depth === 2) : headings
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ depth, id, html }) => `<li class="h${depth}"><a href="#${id}">${html}</a></li>`,
  )
  return `<nav class="outline" aria-labelledby="on-this-page">
<p id="on-this-page">On this page</p>
<ul>${items.join('\n')}</ul>
</nav>
`
}

/** The guides by subject; none where they are not installed. */
function guidesList({ guides }: Docs, { file, query }: Shown): string {
  if (guides.subjects.length === 0) return ''
  const subjects = guides.subjects.map(({ title, guides: own }) => {
    const items = own.map(
      (guide) =>
        `<li><a href="${docsAddress(guide.file)}"${isCurrent(guide.file === file)}>${escapeHtml(guide.title)}</a></li>`,
    )
    return `<li><span>${escapeHtml(title)}</span><ul>${items.join('\n')}</ul></li>`
  })
  return disclosure('Guides', subjects, file !== undefined || query !== undefined)
}

/** The headings of the reference, with the operations of one. */
function referenceList({ reading }: Docs, { file, query, tag, operationId }: Shown): string {
  const items = reading.document.tags.map(({ name }) => {
    const own =
      name === tag ? [...reading.operations.values()].filter((one) => one.tag === name) : []
    const list = own.map(
      (one) =>
        `<li><a href="${operationAddress(one.operationId)}"${isCurrent(one.operationId === operationId)}>${escapeHtml(one.summary)}</a></li>`,
    )
    return `<li><a href="${tagAddress(name)}">${escapeHtml(name)}</a>${list.length > 0 ? `<ul>${list.join('\n')}</ul>` : ''}</li>`
  })
  items.push(`<li><a href="${tagAddress('Schemas')}">Schemas</a></li>`)
  return disclosure('API reference', items, file === undefined && query === undefined)
}

const disclosure = (title: string, items: string[], isOpen: boolean): string =>
  `<details${isOpen ? ' open' : ''}><summary>${title}</summary>\n<ul>${items.join('\n')}</ul></details>\n`
