import { why } from '../../../../contract/refusals/reasons.ts'
import { type ColumnType, isFormula, isLink } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, issueAt, refusalWith } from '../../../platform/refusal.ts'
import type { ColumnSettings } from '../cells/column.ts'
import { FormulaFault } from '../cells/formulas/values.ts'
import { checkSettings } from '../cells/settings.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { findDefinitionByKey } from '../definitions/definitions.sql.ts'
import { settingsOut } from './column-settings.rules.ts'
import { readFormula } from './formulas.rules.ts'

/**
 * The settings to store for a column: checked, with the definition that a link's key names, and a formula read
 * against the columns that exist.
 *
 * @param column the column, if it exists already: what is sent changes its settings, and `null` removes one.
 * @param path the column's place in the body, for the refusal.
 * @throws Refusal invalid_request, unknown_reference (`definitionKey`).
 */
export async function settingsToStore(
  tx: Tx,
  definition: Definition,
  type: ColumnType,
  sent: object | undefined,
  path: string,
  column?: Column,
): Promise<ColumnSettings> {
  const merged = column ? withoutNulls({ ...settingsOut(column), ...sent }) : sent
  const settings = settingsOf(definition, type, merged, path)
  if (isLink(type)) return linkSettings(tx, settings, path, column)
  if (isFormula(type)) return formulaSettings(definition, settings, path, column)
  return settings
}

const withoutNulls = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))

export function settingsOf(
  definition: Definition,
  type: ColumnType,
  settings: object | undefined,
  path: string,
): ColumnSettings {
  const checked = checkSettings(type, settings ?? {}, {
    currency: definition.locale.currency,
    newId,
  })
  if (checked.ok) return checked.settings
  const issues = checked.issues.map((issue) => {
    const at = [path, 'settings', issue.path].filter(Boolean).join('.').replace('.[', '[')
    return issueAt(at, issue.why)
  })
  throw refusalWith('invalid_request', issues)
}

async function linkSettings(
  tx: Tx,
  { definitionKey = '', multiple = false }: ColumnSettings,
  path: string,
  column?: Column,
): Promise<ColumnSettings> {
  const at = `${path}.settings.definitionKey`
  if (column) {
    if (definitionKey === column.linked?.key) {
      return { definitionId: column.settings.definitionId!, multiple }
    }
    const definition = column.linked?.key ?? 'a deleted page'
    throw invalid(at, why('link_is_fixed', { definition }))
  }
  const target = await findDefinitionByKey(tx, definitionKey)
  if (!target) {
    throw refusalWith('unknown_reference', [issueAt(at, why('no_such_definition', {}))])
  }
  return { definitionId: target.id, multiple }
}

function formulaSettings(
  definition: Definition,
  { expression = '' }: ColumnSettings,
  path: string,
  column?: Column,
): ColumnSettings {
  try {
    return { ...readFormula(definition, expression, column) }
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    const fault = why('formula_fault', { at: error.at, problem: error.message })
    throw invalid(`${path}.settings.expression`, fault)
  }
}
