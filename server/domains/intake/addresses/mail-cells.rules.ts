import { mailParts } from '../../../../shared/mail-parts.ts'
import { plain } from '../../comms/threads/lines.rules.ts'
import { acceptsFile, MAX_REFERENCES } from '../../records/cells/references.ts'
import { clipped, named } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { SentCells } from '../../records/rows/rows.rules.ts'
import type { ColumnsOfParts } from './addresses.sql.ts'

/** What of an email goes into cells. */
export interface MailCells {
  from: string
  name: string | null
  subject: string | null
  body: string
  /** How long all of the body is, if that is its beginning. */
  bodyChars: number
  files: readonly { id: string; name: string; type: string }[]
}

/** How many characters a column of a type takes. */
const mostChars: Partial<Record<Column['type'], number>> = { text: 2000, long_text: 100_000 }

/**
 * The cells that an email fills. A part that is too much for a column is left out and noted, because its sender will not send
 * it again: the end of a text, and files that the column does not take. The conversation has all of it.
 *
 * @param view as the address sees its board: a column that is not in it gets what it is to get, but may stay empty.
 * @returns the cells by the ids of their columns, and what was left out. A column that is gone gets nothing. One that
 *   must be filled and gets nothing is there, empty.
 */
export function cellsFrom(
  view: DefinitionView,
  columns: ColumnsOfParts,
  mail: MailCells,
): { sent: SentCells; left: { column: string; why: string }[] } {
  const sent: SentCells = {}
  const left: { column: string; why: string }[] = []
  for (const part of mailParts) {
    const id = columns[part]
    const column = view.definition.columns.find((one) => one.id === id)
    if (!column) continue
    if (part === 'attachments') {
      const { taken, refused } = sortedFiles(column, mail.files)
      sent[column.id] = taken
      left.push(...refused.map((why) => ({ column: column.key, why })))
      continue
    }
    const text = plain(mail[part] ?? '').trim()
    const most = mostChars[column.type]
    sent[column.id] = most === undefined ? text : clipped(text, most)
    if (most !== undefined && text.length > most) {
      const all = part === 'body' ? Math.max(mail.bodyChars, text.length) : text.length
      const many = all.toLocaleString('en-US')
      left.push({ column: column.key, why: `the end of ${many} characters` })
    }
  }
  for (const column of view.columns) {
    if (column.required && view.mayWrite(column) && !column.readOnly) sent[column.id] ??= ''
  }
  return { sent, left }
}

/** The files that a column takes, by their ids, and why it does not take the others. */
function sortedFiles(
  { settings }: Column,
  files: MailCells['files'],
): { taken: string[]; refused: string[] } {
  const most = settings.maxFiles ?? MAX_REFERENCES
  const taken: string[] = []
  const refused: string[] = []
  for (const { id, name, type } of files) {
    if (!acceptsFile(settings.accept, type)) {
      refused.push(`${named(name)} is ${type}; the column takes ${settings.accept!.join(', ')}`)
    } else if (taken.length === most) {
      refused.push(`${named(name)} is one file too many; the column takes ${most}`)
    } else taken.push(id)
  }
  return { taken, refused }
}
