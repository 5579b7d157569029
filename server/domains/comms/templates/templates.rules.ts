import type { Issue } from '../../../platform/refusal.ts'
import { subjectLine } from '../threads/lines.rules.ts'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import { type Form, fieldsIn, isWhole, masked, merged } from './merging.rules.ts'

/** What a template says, in each of its parts. */
export interface Words {
  subject: string | null
  content: string
  contentHtml: string | null
}

/** The parts in their order, by the fields of a body. */
const parts = [
  { part: 'subject', field: 'subject', form: 'plain' },
  { part: 'content', field: 'content', form: 'plain' },
  { part: 'contentHtml', field: 'content_html', form: 'html' },
] as const satisfies readonly { part: keyof Words; field: string; form: Form }[]

/** The columns that it names, each once, in the order in which they come. */
export const refsIn = (words: Words): string[] => [
  ...new Set(
    parts.flatMap(({ part, form }) => fieldsIn(words[part] ?? '', form).map(({ ref }) => ref)),
  ),
]

/** Where braces are not closed, or name nothing: it would go out as it stands. */
export const braceFaults = (words: Words): Issue[] =>
  parts.flatMap(({ part, field }) =>
    isWhole(words[part] ?? '')
      ? []
      : [
          {
            path: `body.${field}`,
            message:
              'has {{ that does not begin a merge field; send {{column}} or {{column|fallback}}',
          },
        ],
  )

/** Columns that it names and that are not there: the same for one that the caller may not see. */
export const unknownIn = (words: Words, isSeen: (ref: string) => boolean): Issue[] =>
  parts.flatMap(({ part, field, form }) =>
    [...new Set(fieldsIn(words[part] ?? '', form).map(({ ref }) => ref))]
      .filter((ref) => !isSeen(ref))
      .map((ref) => ({
        path: `body.${field}`,
        message: `names ${JSON.stringify(ref.slice(0, 100).toWellFormed())}, but there is no such column`,
      })),
  )

/** As who does not see all columns may read it. */
export function maskedWords(words: Words, isSeen: (ref: string) => boolean): Words {
  const { subject, content, contentHtml } = words
  return {
    subject: subject && masked(subject, 'plain', isSeen),
    content: masked(content, 'plain', isSeen),
    contentHtml: contentHtml && masked(contentHtml, 'html', isSeen),
  }
}

/** What a column has for people to read. */
type Lookup = (ref: string) => { key: string; words: string } | undefined

/** The columns, by their keys, that are empty where nothing stands in for them. */
export const missingIn = (words: Words, lookUp: Lookup): string[] => [
  ...new Set(
    parts.flatMap(({ part, form }) =>
      fieldsIn(words[part] ?? '', form).flatMap(({ ref, standIn }) => {
        const found = lookUp(ref)
        return found && found.words === '' && standIn === null ? [found.key] : []
      }),
    ),
  ),
]

/** A text of a thousand pages is a mistake. */
const MOST_CHARS = { content: 100_000, contentHtml: 1_000_000, subject: 20_000 }

/**
 * What a record makes of it; undefined where that is too long. The HTML is cleaned once more: a value could end up
 * where the template's own cleaning did not look.
 */
export function mergedWords(words: Words, lookUp: Lookup): Words | undefined {
  const fill = (ref: string) => lookUp(ref)?.words ?? ''
  const filled = parts.map(({ part, form }) => {
    const text = words[part]
    return text === null ? null : merged(text, form, fill, MOST_CHARS[part])
  })
  const [subject, content, html] = filled
  if (subject === undefined || html === undefined || content == null) return undefined
  return {
    subject: subject === null ? null : oneLine(subject),
    content,
    contentHtml: html === null ? null : cleanHtml(html),
  }
}

/** A subject becomes a header: a line break that is merged into it would begin another. */
const oneLine = (subject: string): string | null =>
  subjectLine(subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
