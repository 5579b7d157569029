import type * as MarkedModule from 'marked'
import type sanitizeHtml from 'sanitize-html'
import { lazily } from './lazy.ts'

// Other people's text as HTML that is safe on a page: anything that is not on the list is removed.

const markedModule = lazily<typeof MarkedModule>('marked')
const sanitizer = lazily<typeof sanitizeHtml>('sanitize-html')

const ALIGNED = [{ name: 'align', multiple: false, values: ['left', 'center', 'right'] }]

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'strong',
    'em',
    'b',
    'i',
    'u',
    's',
    'del',
    'ins',
    'sub',
    'sup',
    'small',
    'a',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], th: ALIGNED, td: ALIGNED },
  // The text in these is not meant to be read, so it is dropped with them.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'object',
    'svg',
    'math',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: isLink(href) ? linkTo(href) : {} }),
    ol: (tagName, { start = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^\d{1,9}$/.test(start) ? { start } : {}
      return { tagName, attribs }
    },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  parseStyleAttributes: false,
}

/** Only absolute addresses: a relative one would lead elsewhere on every page that shows the text. */
const isLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)[^\s\0-\x1f]+$/i.test(href)
const linkTo = (href: string) => ({ href, rel: 'noopener noreferrer nofollow' })

const MOST_PASSES = 6

/**
 * Keeps only what is on the list: text, its structure, links. A dropped tag can change the nesting, so the HTML is
 * cleaned until it stays the same. Cleaning the result again changes nothing.
 */
export function cleanHtml(html: string): string {
  let cleaned = html
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = cleaned
    cleaned = sanitizer()(before, options)
    if (cleaned === before) return cleaned
  }
  return sanitizer()(cleaned, { ...options, allowedTags: [] }) // only its text
}

let marked: MarkedModule.Marked | undefined

/** Markdown as cleaned HTML. */
export function markdownToHtml(source: string): string {
  marked ??= new (markedModule().Marked)({ gfm: true })
  return cleanHtml(marked.parse(source) as string)
}

export { escapeHtml } from '../../shared/html-text.ts'
