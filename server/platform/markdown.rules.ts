import type * as MarkedModule from 'marked'
import type sanitizeHtml from 'sanitize-html'
import { lazily } from './lazy.ts'
import { cleanUntilStable, linkTo, TEXT_TAGS, UNREAD_TAGS } from './safe-html.rules.ts'

// Other people's text as HTML that is safe on a page: anything that is not on the list is removed.

const markedModule = lazily<typeof MarkedModule>('marked')
const sanitizer = lazily<typeof sanitizeHtml>('sanitize-html')

const ALIGNED = [{ name: 'align', multiple: false, values: ['left', 'center', 'right'] }]

const options: sanitizeHtml.IOptions = {
  allowedTags: TEXT_TAGS,
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], th: ALIGNED, td: ALIGNED },
  nonTextTags: UNREAD_TAGS,
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
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

/** Keeps only what is on the list: text, its structure, links. Cleaning the result again changes nothing. */
export const cleanHtml = (html: string): string =>
  cleanUntilStable(html, {
    clean: (some) => sanitizer()(some, options),
    textOf: (some) => sanitizer()(some, { ...options, allowedTags: [] }),
  })

let marked: MarkedModule.Marked | undefined

/** Markdown as cleaned HTML. */
export function markdownToHtml(source: string): string {
  marked ??= new (markedModule().Marked)({ gfm: true })
  return cleanHtml(marked.parse(source) as string)
}

export { escapeHtml } from '../../shared/html-text.ts'
