import { seatOf } from '../../../platform/actor.ts'
import { maySee, whoMaySee } from '../../policies/columns.rules.ts'
import type { Column, Definition, DefinitionView } from '../definitions/definition.rules.ts'

export interface HiddenColumn {
  columnId: string
  /** Its key. */
  column: string
  why: string
}

/** The columns that a view hides, and why. Only for admins, who can know about every column. */
export function hiddenColumns(definition: Definition, view: DefinitionView): HiddenColumn[] {
  const seen = new Set(view.columns.map(({ id }) => id))
  const hidden = definition.columns.filter(({ id }) => !seen.has(id))
  return hidden.map((column) => ({
    columnId: column.id,
    column: column.key,
    why: maySee(column.policy, view.actor) ? whyInputsHidden(column, hidden) : whyNot(column, view),
  }))
}

function whyNot({ policy }: Column, { actor }: DefinitionView): string {
  return `${whoMaySee(policy)}${seatOf(actor) ? '' : '; a key has no role'}`
}

/** Why a formula is hidden, if not by its own policy. */
function whyInputsHidden({ settings }: Column, hidden: readonly Column[]): string {
  const inputs = Object.values(settings.inputs ?? {})
  const names = hidden.filter(({ id }) => inputs.includes(id)).map(({ name }) => name)
  const what = names.length === 1 ? 'a column that is' : 'columns that are'
  return `reads ${what} hidden: ${names.join(', ')}`
}
