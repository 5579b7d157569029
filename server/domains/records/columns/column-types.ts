import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { CellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { messageOf, why } from '../../../../contract/refusals/reasons.ts'
import { type ColumnType, isChangeable } from '../../../../shared/column-types.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import type { CellValue, ColumnSettings } from '../cells/column.ts'
import { cellContext } from '../definitions/cell-context.ts'
import type { Column, Definition } from '../definitions/definition.rules.ts'
import { visibleColumn } from '../definitions/definition-views.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import { deleteUniqueValues } from '../uniques/uniques.sql.ts'
import { settingsOf } from './column-settings.ts'
import * as rules from './column-types.rules.ts'
import * as sql from './column-types.sql.ts'
import { claimStoredValues, columnEvent, columnSeen } from './columns.ts'
import { refreshFormulas } from './formula-refresh.ts'

export interface NewType {
  type: ColumnType
  settings?: object
}

type OfColumn = DefinitionAddress & { column: string }

type Sample = Partial<CellRefusal> & {
  rowId: string
  from: unknown
  to: unknown
  why: string | null
}

const SAMPLES = 20
/** How many cells are held in memory at a time. */
const BLOCK = 2000

/**
 * What a change of a column's type would do to all rows outside the trash.
 *
 * @throws Refusal not_found, invalid_request (the type or its settings are not possible).
 */
export async function previewType(tx: Tx, actor: Actor, address: OfColumn, body: NewType) {
  const definition = await locate(tx, address)
  const column = visibleColumn(definition, actor, address.column)
  const { counts, samples } = await survey(
    tx,
    definition,
    await retypingOf(tx, definition, column, body),
  )
  return { ...counts, samples }
}

/**
 * Changes a column's type and converts its cells, all in one transaction. The column moves to a new slot, since a
 * slot never changes its type; history and receipts stay with the old one.
 *
 * @throws Refusal not_found, invalid_request, cells_would_be_lost, values_not_unique.
 */
export async function changeType(
  tx: Tx,
  actor: Actor,
  address: OfColumn,
  { confirmLoss = false, ...body }: NewType & { confirmLoss?: boolean },
) {
  const definition = await locateForChange(tx, address)
  const column = visibleColumn(definition, actor, address.column)
  const retyping = await retypingOf(tx, definition, column, body)
  const { counts } = await survey(tx, definition, retyping)
  if (counts.lost > 0 && !confirmLoss) {
    const { lost, filled } = counts
    const values = { lost, filled, column: column.key, type: body.type }
    throw new Refusal('cells_would_be_lost', 'lost', values)
  }
  const settings = settingsWith(retyping, body)
  const slot = await sql.moveColumn(tx, {
    id: column.id,
    definitionId: definition.id,
    type: body.type,
    settings,
  })
  for await (const cells of blocksOf(tx, definition, column)) {
    const kept = cells.flatMap(({ id, value }) => {
      const outcome = rules.convertStored(retyping, value as CellValue)
      return outcome.kind === 'lost' ? [] : [{ id, value: outcome.value }]
    })
    sql.fillSlot(tx, slot, kept)
  }
  sql.forgetNames(tx, column.id)
  const changed = await locate(tx, address)
  const moved = visibleColumn(changed, actor, column.id)
  if (column.unique) {
    await deleteUniqueValues(tx, column.id)
    await claimStoredValues(tx, changed, moved)
  }
  await refreshFormulas(tx, definition, [column.id])
  appendEvent(tx, columnEvent('updated', actor, column))
  return columnSeen(changed, actor, column.id)
}

async function retypingOf(
  tx: Tx,
  definition: Definition,
  column: Column,
  { type, settings }: NewType,
): Promise<rules.Retyping> {
  if (!isChangeable(column.type)) {
    throw invalid('path.column', why('type_is_fixed', { type: column.type }))
  }
  if (!isChangeable(type)) {
    throw invalid('body.type', why('no_way_to_type', { type }))
  }
  if (type === column.type) {
    throw invalid('body.type', why('already_of_type', { column: column.key }))
  }
  const sent = { ...rules.settingsKept(column, type), ...settings }
  const checked = settingsOf(definition, type, sent, 'body')
  const open = rules.makesOptions(type, checked) ? { ...checked, allowNewOptions: true } : checked
  const to = { ...column, type, settings: open }
  const context = await cellContext(tx, { ...definition, columns: [column, to] })
  // Nothing keeps what the cells held before.
  return { from: column, to, context: { ...context, keepsAll: true }, newOptions: new Map() }
}

/** The settings that the column will have: those that were sent, and the options that its cells added. */
function settingsWith({ from, to, newOptions }: rules.Retyping, body: NewType): ColumnSettings {
  if (newOptions.size === 0) return closed(to.settings)
  const made = [...newOptions.values()].map((label) => ({ id: newId(), label, color: null }))
  return closed({ ...to.settings, options: [...(to.settings.options ?? []), ...made] })

  function closed(settings: ColumnSettings): ColumnSettings {
    const { allowNewOptions: _, ...rest } = settings
    const sent = { ...rules.settingsKept(from, to.type), ...body.settings } as ColumnSettings
    return sent.allowNewOptions === undefined
      ? rest
      : { ...rest, allowNewOptions: sent.allowNewOptions }
  }
}

async function survey(tx: Tx, definition: Definition, retyping: rules.Retyping) {
  const counts = { filled: 0, same: 0, converted: 0, lost: 0 }
  const lost: Sample[] = []
  const converted: Sample[] = []
  for await (const cells of blocksOf(tx, definition, retyping.from)) {
    for (const { id, value, trashed } of cells) {
      const outcome = rules.convertStored(retyping, value as CellValue)
      if (trashed) continue
      counts.filled++
      counts[outcome.kind]++
      const to = outcome.kind === 'lost' ? null : outcome.value
      const why =
        outcome.kind === 'lost'
          ? { why: messageOf(outcome.refusal), ...outcome.refusal }
          : { why: null }
      const samples = outcome.kind === 'lost' ? lost : converted
      if (outcome.kind !== 'same' && samples.length < SAMPLES) {
        samples.push({ rowId: id, from: value, to, ...why })
      }
    }
  }
  return { counts, samples: [...lost, ...converted].slice(0, SAMPLES) }
}

async function* blocksOf(tx: Tx, definition: Definition, { slot }: Column) {
  for (let after = 0; ; ) {
    const cells = await sql.listCells(tx, definition.id, slot, after, BLOCK)
    if (cells.length > 0) yield cells
    if (cells.length < BLOCK) return
    after = cells.at(-1)!.position
  }
}
