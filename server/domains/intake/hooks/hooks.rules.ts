import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import {
  type ColumnType,
  holdsFiles,
  isDated,
  isMoney,
  isPlainNumber,
} from '../../../../shared/column-types.ts'
import type { Reading, SignatureKind } from '../../../../shared/hooks.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { named } from '../../records/cells/words.ts'
import {
  type Column,
  type DefinitionView,
  noSuchColumn,
} from '../../records/definitions/definition.rules.ts'
import type { HookField } from './hooks.sql.ts'
import { parsePath } from './paths.rules.ts'
import { standardKey } from './signatures.rules.ts'

/** Which column gets which value: the column by its key, id or name. */
export interface SentField {
  path: string
  column: string
  as?: Reading
}

/** The columns that a number can be read for. */
const fits: Record<Reading, (type: ColumnType) => boolean> = {
  unix_seconds: isDated,
  minor_units: (type) => isMoney(type) || isPlainNumber(type),
}

/** Whether a hook can fill the column at all. Files would have to be fetched from elsewhere. */
export const isFillable = ({ type, readOnly, linked }: Column): boolean =>
  !holdsFiles(type) && !readOnly && !linked?.deleted

/** Reads the fields of a hook, or says what is wrong with each. */
export function readFields(
  view: DefinitionView,
  sent: readonly SentField[],
  part = 'body',
): { fields: HookField[]; issues: Issue[] } {
  const fields: HookField[] = []
  const issues: Issue[] = []
  const places = new Map<Column, string>()
  for (const [index, { path, column: ref, as }] of sent.entries()) {
    const place = `${part}.fields[${index}]`
    if (!parsePath(path)) issues.push(issueAt(`${place}.path`, why('hook_path_unread', {})))
    const column = view.find(ref)
    if (!column) {
      issues.push(issueAt(`${place}.column`, noSuchColumn(view, ref)))
      continue
    }
    const fault = faultOf(view, column, places.get(column))
    if (fault) issues.push(issueAt(`${place}.column`, fault))
    if (as && !fits[as](column.type)) {
      const unfit = why('hook_reading_unfit', { column: named(column.name), type: column.type })
      issues.push(issueAt(`${place}.as`, unfit))
    }
    if (!places.has(column)) places.set(column, `${place}.column`)
    fields.push({ path, column: column.id, as: as ?? null })
  }
  return { fields, issues }
}

function faultOf(view: DefinitionView, column: Column, twin: string | undefined): Why | undefined {
  if (twin !== undefined) return why('same_column', { place: twin })
  const name = named(column.name)
  if (!isFillable(column)) return why('hook_takes_none', { column: name, type: column.type })
  return view.mayWrite(column) ? undefined : why('hook_column_locked', { column: name })
}

/** The fields that a reader sees, with the keys of their columns. */
export const shownFields = (view: DefinitionView, fields: readonly HookField[]): SentField[] =>
  fields.flatMap(({ path, column: id, as }) => {
    const column = view.find(id)
    return column ? [{ path, column: column.key, ...(as && { as }) }] : []
  })

/** The problem with the secret of a kind of signature. */
export function secretFault(kind: SignatureKind, secret: string | null): Issue | undefined {
  if (kind === 'none') return undefined
  if (secret === null) return issueAt('body.secret', why('hook_secret_missing', {}))
  return kind === 'standard' && !standardKey(secret)
    ? issueAt('body.secret', why('hook_secret_unread', {}))
    : undefined
}
