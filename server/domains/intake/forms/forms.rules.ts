import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { isForOutsiders } from '../../../../shared/column-types.ts'
import { originOf } from '../../../platform/http/site.rules.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { listed } from '../../records/cells/words.ts'
import {
  type Column,
  type Definition,
  type DefinitionView,
  noSuchColumn,
} from '../../records/definitions/definition.rules.ts'

/** A column that a form asks for, as it is stored. */
export interface FormColumn {
  id: string
  key: string
  label: string | null
  help: string | null
  required: boolean
}

export interface SentColumn {
  key: string
  label?: string | null
  help?: string | null
  required?: boolean
}

/** A column of a form with what the form says about it. */
export interface Asked {
  column: Column
  label: string
  help: string | null
  required: boolean
}

export type ClosedBecause = 'past_closing' | 'limit_reached' | 'no_columns' | 'lacks_required'

/** Whether a form can ask for the column at all. */
export const isAskable = ({ type, readOnly, policy, linked }: Column): boolean =>
  isForOutsiders(type) && !readOnly && policy.editableBy.mode !== 'nobody' && !linked?.deleted

/** The columns that every row must have and that a form can ask for, without those that it does ask for. */
export function lackingIn(
  { columns }: Pick<Definition, 'columns'>,
  ids: readonly string[],
): Column[] {
  const asked = new Set(ids)
  return columns.filter((column) => column.required && isAskable(column) && !asked.has(column.id))
}

/** Reads the columns of a form that somebody makes, who can use what they can edit themselves. */
export function planColumns(
  view: DefinitionView,
  sent: readonly SentColumn[],
): { columns: FormColumn[]; unknown: Issue[]; wrong: Issue[] } {
  const columns: FormColumn[] = []
  const unknown: Issue[] = []
  const wrong: Issue[] = []
  const places = new Map<Column, string>()
  for (const [index, { key, label = null, help = null, required = false }] of sent.entries()) {
    const path = `body.columns[${index}].key`
    const column = view.find(key)
    if (!column) {
      unknown.push(issueAt(path, noSuchColumn(view, key)))
      continue
    }
    const fault = faultOf(view, column, places.get(column))
    if (fault) wrong.push(issueAt(path, fault))
    places.set(column, places.get(column) ?? path)
    columns.push({ id: column.id, key: column.key, label, help, required })
  }
  const lacking = lackingIn(
    view.definition,
    columns.map(({ id }) => id),
  )
  if (lacking.length > 0 && unknown.length === 0) {
    const keys = listed(
      lacking.map(({ key }) => key),
      10,
    )
    wrong.push(issueAt('body.columns', why('form_leaves_out', { columns: keys })))
  }
  return { columns, unknown, wrong }
}

function faultOf(view: DefinitionView, column: Column, twin: string | undefined): Why | undefined {
  if (twin !== undefined) return why('same_column', { place: twin })
  const { key, type, policy } = column
  if (policy.editableBy.mode === 'nobody') return why('form_column_locked', { column: key })
  if (!isAskable(column)) return why('form_takes_none', { column: key, type })
  return view.mayWrite(column) ? undefined : why('form_column_locked', { column: key })
}

/** What a form asks for now, in its order, and what it skips because the board has changed. */
export function askedNow(
  { columns }: Pick<Definition, 'columns'>,
  form: { columns: readonly FormColumn[] },
): { asked: Asked[]; skipped: { id: string; key: string; why: 'deleted' | 'type' }[] } {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const asked: Asked[] = []
  const skipped: { id: string; key: string; why: 'deleted' | 'type' }[] = []
  for (const { id, key, label, help, required } of form.columns) {
    const column = byId.get(id)
    if (column && isAskable(column)) {
      asked.push({
        column,
        label: label ?? column.name,
        help,
        required: required || column.required,
      })
    } else skipped.push({ id, key, why: column ? 'type' : 'deleted' })
  }
  return { asked, skipped }
}

/** Why a form takes nothing now; null if it does. */
export function closedBecause(
  definition: Pick<Definition, 'columns'>,
  form: {
    columns: readonly FormColumn[]
    is_past: boolean
    limit_per_day: number | null
    sent_today: number
  },
): ClosedBecause | null {
  if (form.is_past) return 'past_closing'
  const { asked } = askedNow(definition, form)
  if (asked.length === 0) return 'no_columns'
  const ids = asked.map(({ column }) => column.id)
  if (lackingIn(definition, ids).length > 0) return 'lacks_required'
  const isFull = form.limit_per_day !== null && form.sent_today >= form.limit_per_day
  return isFull ? 'limit_reached' : null
}

/** A web address that a browser can be sent to; undefined if it is none. */
export function redirectOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isBare = url.username === '' && url.password === ''
  // The form's policy names the site, and a `;` in a host would begin another directive there.
  return isBare && originOf(url.origin) !== undefined ? url.href : undefined
}
