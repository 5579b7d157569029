import type { ColumnType } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
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
  if (type === 'link') return linkSettings(tx, settings, path, column)
  if (type === 'formula') return formulaSettings(definition, settings, path, column)
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
  const issues = checked.issues.map((issue) => ({
    path: [path, 'settings', issue.path].filter(Boolean).join('.').replace('.[', '['),
    message: issue.message,
  }))
  throw new Refusal('invalid_request', `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
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
    throw invalid(
      at,
      `cannot change: the cells hold rows of ${column.linked?.key}; add another column`,
    )
  }
  const target = await findDefinitionByKey(tx, definitionKey)
  if (!target) {
    const message = 'names no board or page of this workspace'
    throw new Refusal('unknown_reference', `${at} ${message}.`, { issues: [{ path: at, message }] })
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
    throw invalid(`${path}.settings.expression`, `at character ${error.at}: ${error.message}`)
  }
}
