import { type MailPart, mailParts, takesPart } from '../../../../shared/mail-parts.ts'
import type { Definition } from '../board/developer.rules.ts'

type Column = Pick<Definition['columns'][number], 'key' | 'name' | 'type' | 'required' | 'readOnly'>

/** The key of the column that gets each part of an email; null for none. */
export type Mapping = Record<MailPart, string | null>

export const UNMAPPED: Mapping = {
  from: null,
  name: null,
  subject: null,
  body: null,
  attachments: null,
}

/** The columns that a part can go to. */
export const columnsFor = <C extends Column>(part: MailPart, columns: readonly C[]): C[] =>
  columns.filter(({ type, readOnly }) => !readOnly && takesPart(part, type))

/** Names that say what a column is for. */
const names: Record<MailPart, RegExp> = {
  from: /\b(e-?mail|from|sender)\b/i,
  name: /^(full |first |contact |sender |applicant |client |owner )?name$|\b(sender|contact|applicant|from)\b/i,
  subject: /\b(subject|title|topic|headline|re)\b/i,
  body: /\b(body|message|notes?|text|details?|description|comments?|inquiry|enquiry)\b/i,
  attachments: /\b(attachments?|files?|documents?|papers?|statements?)\b/i,
}
/** Types that are for one part alone: such a column gets it whatever its name. */
const typical: Partial<Record<MailPart, Column['type']>> = {
  from: 'email',
  body: 'long_text',
  attachments: 'file',
}

/**
 * Which column probably gets which part: by its name among those of a fitting type, or by its type. A required text that
 * nothing fills gets the subject, because without it there would be no row.
 */
export function guessMapping(columns: readonly Column[]): Mapping {
  const mapping = { ...UNMAPPED }
  const left = (part: MailPart) =>
    columnsFor(part, columns).filter(({ key }) => !Object.values(mapping).includes(key))
  for (const part of mailParts) {
    const type = typical[part]
    const fitting = left(part)
    const found =
      fitting.find((one) => one.type === type && names[part].test(one.name)) ??
      fitting.find((one) => one.type === type) ??
      fitting.find((one) => names[part].test(one.name))
    mapping[part] = found?.key ?? null
  }
  mapping.subject ??= left('subject').find(({ required }) => required)?.key ?? null
  return mapping
}

/** The columns that every row must have and that an email would leave empty: without them it makes no row. */
export const unfilled = <C extends Column>(columns: readonly C[], mapping: Mapping): C[] =>
  columns.filter(
    ({ key, required, readOnly }) => required && !readOnly && !Object.values(mapping).includes(key),
  )
