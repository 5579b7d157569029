import type * as MarkedModule from 'marked'
import { escapeHtml } from '../../../shared/html-text.ts'
import { lazily } from '../lazy.ts'
import { tagAddress } from './addresses.rules.ts'
import type { Docs } from './docs.rules.ts'
import { type Guide, type Guides, neighborsOf, tagsOf, titleOf } from './guides.rules.ts'
import { docsAddress, hrefOn, idOfHeading, linkTarget } from './pages.rules.ts'
import { docsPage } from './shell.rules.ts'
import { codeBlock } from './words.rules.ts'

const marked = lazily<typeof MarkedModule>('marked')

/** The page of a guide. */
export function guidePage(docs: Docs, file: string): string {
  return docsPage(docs, {
    title: titleOf(docs.guides, file) ?? 'Guides',
    file,
    content: `${contentOf(docs.guides, file)}${referenceOf(file)}${nextOf(docs.guides, file)}`,
  })
}

/** What a file says, as HTML, with nothing from anywhere else. */
export function contentOf(guides: Guides, file: string): string {
  const { Marked, Renderer } = marked()
  const plain = new Renderer()
  /** By its id, how many headings before had the same. */
  const ids = new Map<string, number>()
  return new Marked({
    gfm: true,
    renderer: {
      // What generators note in a page is for those who edit it.
      html: ({ text }) =>
        text.startsWith('<!--')
          ? ''
          : text.replace(
              / (src|srcset)="([^"]*)"/g,
              (_, name, to) => ` ${name}="${hrefOn(file, to)}"`,
            ),
      heading({ tokens, depth, text }) {
        const id = idOfHeading(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
        const before = ids.get(id) ?? 0
        ids.set(id, before + 1)
        const own = before === 0 ? id : `${id}-${before}`
        return `<h${depth} id="${own}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens, text }) {
        const shown =
          escapeHtml(calledIn(guides, file, href, text) ?? '') || this.parser.parseInline(tokens)
        const to = hrefOn(file, href)
        return to === undefined ? shown : `<a href="${escapeHtml(to)}">${shown}</a>`
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(hrefOn(file, href) ?? '')}" alt="${escapeHtml(text)}">`
      },
      code: ({ text }) => codeBlock(text),
      table(token) {
        plain.parser = this.parser
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${plain.table(token)}</div>\n`
      },
    },
  }).parse(guides.texts.get(file)!) as string
}

/** A link whose text is the name of a file says what its page, or that part of it, is called. */
function calledIn(guides: Guides, from: string, href: string, text: string): string | undefined {
  const target = linkTarget(from, href)
  if (target.kind !== 'file' || !/^[\w./-]+\.md$/.test(text)) return undefined
  return titleOf(guides, target.file, target.part)
}

function referenceOf(file: string): string {
  const tags = tagsOf(file).map((tag) => `<a href="${tagAddress(tag)}">${tag}</a>`)
  return tags.length === 0 ? '' : `<p class="see">In the API reference: ${tags.join(', ')}</p>\n`
}

function nextOf(guides: Guides, file: string): string {
  const { before, after } = neighborsOf(guides, file)
  const link = (guide: Guide | undefined, rel: string, word: string) =>
    guide
      ? `<a rel="${rel}" href="${docsAddress(guide.file)}"><small>${word}</small> ${escapeHtml(guide.title)}</a>`
      : ''
  return before || after
    ? `<nav class="next" aria-label="Next and previous guide">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`
    : ''
}
