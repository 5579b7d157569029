import { why } from '../../../../contract/refusals/reasons.ts'
import { type MailPart, mailParts, takesPart, typesOfParts } from '../../../../shared/mail-parts.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { named } from '../../records/cells/words.ts'
import {
  type DefinitionView,
  keyFrom,
  noSuchColumn,
} from '../../records/definitions/definition.rules.ts'
import type { ColumnsOfParts } from './addresses.sql.ts'

/** Letters and digits that nobody confuses when they read an address aloud. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 2
const GROUP_CHARS = 5
const MOST_NAME_CHARS = 24

/**
 * What stands before the @ of a new address: the name of its board or page, so that people recognise it, and 49 random
 * bits, so that nobody guesses it.
 *
 * @param pick a random number from 0 to below the given one.
 */
export function localPartFrom(name: string, pick: (below: number) => number): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => LETTERS[pick(LETTERS.length)]!).join('')
  const readable = keyFrom(name, () => false, '-')
    .slice(0, MOST_NAME_CHARS)
    .replace(/-+$/, '')
  return [readable, ...Array.from({ length: GROUPS }, group)].join('-')
}

/** Which column gets which part of an email, by key, id or name. */
export type SentColumns = Partial<Record<MailPart, string>>

/** Reads which column gets which part: the columns by their ids, or what is wrong with them. */
export function readColumns(
  view: DefinitionView,
  sent: SentColumns,
): { columns: ColumnsOfParts; issues: Issue[] } {
  const columns: ColumnsOfParts = {}
  const issues: Issue[] = []
  for (const part of mailParts) {
    const ref = sent[part]
    if (ref === undefined) continue
    const path = `body.columns.${part}`
    const column = view.find(ref)
    if (!column) {
      issues.push(issueAt(path, noSuchColumn(view, ref)))
      continue
    }
    const name = named(column.name)
    if (!takesPart(part, column.type)) {
      const types = typesOfParts[part].join(', ')
      issues.push(issueAt(path, why('not_a_column_for_mail', { column: name, types })))
    } else if (!view.mayWrite(column)) {
      issues.push(issueAt(path, why('closed_to_mail', { column: name })))
    } else if (Object.values(columns).includes(column.id)) {
      issues.push(issueAt(path, why('used_for_mail', { column: name })))
    } else columns[part] = column.id
  }
  return { columns, issues }
}

/** The keys of the columns that a reader sees. */
export const shownColumns = (view: DefinitionView, columns: ColumnsOfParts): SentColumns =>
  Object.fromEntries(
    mailParts.flatMap((part) => {
      const column = columns[part] === undefined ? undefined : view.find(columns[part])
      return column ? [[part, column.key]] : []
    }),
  )
