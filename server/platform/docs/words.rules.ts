import type * as MarkedModule from 'marked'
import { escapeHtml } from '../../../shared/html-text.ts'
import { lazily } from '../lazy.ts'

const markedModule = lazily<typeof MarkedModule>('marked')

let marked: MarkedModule.Marked | undefined

function ours(): MarkedModule.Marked {
  marked ??= new (markedModule().Marked)({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      code: ({ text }) => codeBlock(text),
    },
  })
  return marked
}

/** A text of the contract, which is Markdown, as HTML. */
export const markdownHtml = (markdown: string): string => ours().parse(markdown) as string

/** The same for a text within a line. */
export const lineOf = (markdown: string): string =>
  ours().parseInline(markdown.replaceAll(/\s+/g, ' ')) as string

/** A table or text that is wider than the page scrolls, also by keyboard. */
export const codeBlock = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
