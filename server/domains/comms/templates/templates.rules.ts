import { why } from '../../../../contract/refusals/reasons.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { named } from '../../records/cells/words.ts'
import { type DefinitionView, noSuchColumn } from '../../records/definitions/definition.rules.ts'
import { subjectLine } from '../threads/lines.rules.ts'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import { type Form, fieldsIn, isWhole, masked, merged } from './merging.rules.ts'

/** The parts of a template. */
export interface Words {
  subject: string | null
  content: string
  contentHtml: string | null
}

/** The parts in order, by the fields of a body. */
const parts = [
  { part: 'subject', field: 'subject', form: 'plain' },
  { part: 'content', field: 'content', form: 'plain' },
  { part: 'contentHtml', field: 'content_html', form: 'html' },
] as const satisfies readonly { part: keyof Words; field: string; form: Form }[]

/** The columns that a template names, each once, in the order in which they appear. */
export const refsIn = (words: Words): string[] => [
  ...new Set(
    parts.flatMap(({ part, form }) => fieldsIn(words[part] ?? '', form).map(({ ref }) => ref)),
  ),
]

/** Problems of unclosed braces and fields without a name, which would be sent unchanged. */
export const braceFaults = (words: Words): Issue[] =>
  parts.flatMap(({ part, field }) =>
    isWhole(words[part] ?? '') ? [] : [issueAt(`body.${field}`, OPEN)],
  )

const OPEN = why('merge_field_open', {
  braces: '{{',
  field: '{{column}}',
  fallback: '{{column|fallback}}',
})

const MOST_ISSUES = 50

/** The named columns that do not exist, or that the caller cannot see: the answer is the same for both. */
export const unknownIn = (words: Words, view: DefinitionView | undefined): Issue[] =>
  parts.flatMap(({ part, field, form }) =>
    [...new Set(fieldsIn(words[part] ?? '', form).map(({ ref }) => ref))]
      .filter((ref) => !view?.find(ref))
      .slice(0, MOST_ISSUES)
      .map((ref) => {
        const unknown = view
          ? noSuchColumn(view, ref)
          : why('names_no_column', { sent: named(ref) })
        return issueAt(`body.${field}`, unknown)
      }),
  )

/** The template as people see it who cannot see all columns. */
export function maskedWords(words: Words, isSeen: (ref: string) => boolean): Words {
  const { subject, content, contentHtml } = words
  return {
    subject: subject && masked(subject, 'plain', isSeen),
    content: masked(content, 'plain', isSeen),
    contentHtml: contentHtml && masked(contentHtml, 'html', isSeen),
  }
}

/** The value of a column as people read it. */
type Lookup = (ref: string) => { key: string; words: string } | undefined

/** The keys of columns that are empty and have no fallback. */
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

/** A larger text is a mistake in the template or the record. */
const MOST_CHARS = { content: 100_000, contentHtml: 1_000_000, subject: 20_000 }

/**
 * Fills the template from a record; undefined if the result is too long. The HTML is cleaned again, because a value can
 * end up where cleaning the template alone did not look.
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

/** A subject becomes a header, and a merged line break would start another header. */
const oneLine = (subject: string): string | null =>
  subjectLine(subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
