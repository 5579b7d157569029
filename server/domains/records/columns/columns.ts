import type { EventVerb } from '../../../../contract/events/events.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type ColumnType, isComputed, isFormula } from '../../../../shared/column-types.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, issueAt, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { CellValue } from '../cells/column.ts'
import { folded } from '../cells/words.ts'
import {
  type Column,
  type Definition,
  type DefinitionView,
  isOfObjects,
  keyFrom,
  viewOf,
} from '../definitions/definition.rules.ts'
import { visibleColumn } from '../definitions/definition-views.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import { uniqueHash } from '../uniques/uniques.rules.ts'
import { claimUniqueValues, deleteUniqueValues } from '../uniques/uniques.sql.ts'
import { settingsOut } from './column-settings.rules.ts'
import { settingsToStore } from './column-settings.ts'
import * as sql from './columns.sql.ts'
import { refreshFormulas } from './formula-refresh.ts'
import { formulasOver } from './formulas.rules.ts'

/** The problem with rules for a column that has none. */
const FILLED = why('filled_column', {})

export interface NewColumnBody {
  key?: string
  name: string
  type: ColumnType
  description?: string
  required?: boolean
  unique?: boolean
  settings?: object
}

export interface ColumnChange {
  name?: string
  description?: string
  required?: boolean
  unique?: boolean
  settings?: object
}

export async function createColumn(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  body: NewColumnBody,
) {
  const definition = await locateForChange(tx, address)
  const key = await createColumnIn(tx, definition, body, 'body')
  const made = (await locate(tx, address)).columns.find((candidate) => candidate.key === key)!
  await refreshFormulas(tx, definition, [made.id])
  const changed = await locate(tx, address)
  appendEvent(tx, columnEvent('created', actor, visibleColumn(changed, actor, made.id)))
  return columnSeen(changed, actor, made.id)
}

/**
 * Adds a column to a definition and returns its key. The caller holds the definition's lock, or has just made the
 * definition, so that nobody else can see it yet.
 *
 * @param path the column's place in the body, for the refusal.
 */
export async function createColumnIn(
  tx: Tx,
  definition: Definition,
  body: NewColumnBody,
  path: string,
): Promise<string> {
  const column = await planColumn(tx, definition, body, path)
  await sql.insertColumn(tx, { ...column, definitionId: definition.id })
  return column.key
}

/**
 * A definition with columns that are not made yet, to see what rows would hold in them.
 *
 * @returns the columns too, in their order.
 */
export async function withNewColumns(
  tx: Tx,
  definition: Definition,
  bodies: readonly { body: NewColumnBody; path: string }[],
): Promise<{ definition: Definition; added: Column[] }> {
  let planned = definition
  const added: Column[] = []
  for (const { body, path } of bodies) {
    const column: Column = {
      ...(await planColumn(tx, planned, body, path)),
      // No cell is stored there.
      slot: -2 - planned.columns.length,
      position: planned.columns.length + 1,
      readOnly: isComputed(body.type),
      policy: unrestricted,
    }
    added.push(column)
    planned = { ...planned, columns: [...planned.columns, column] }
  }
  return { definition: planned, added }
}

/** @throws Refusal key_taken, name_taken, invalid_request, unknown_reference. */
async function planColumn(tx: Tx, definition: Definition, body: NewColumnBody, path: string) {
  const taken = new Set(definition.columns.map((column) => column.key))
  if (body.key !== undefined && taken.has(body.key)) {
    throw new Refusal('key_taken', 'column', { path, key: body.key })
  }
  if (body.key !== undefined && isOfObjects(body.key)) {
    throw invalid(`${path}.key`, why('key_of_objects', { key: body.key }))
  }
  refuseName(definition, body.name, path)
  const computed = isComputed(body.type)
  if (computed && (body.required || body.unique)) {
    throw new Refusal(
      'invalid_request',
      'new_column_filled',
      { path },
      { issues: [issueAt(path, FILLED)] },
    )
  }
  const key = body.key ?? keyFrom(body.name, (candidate) => taken.has(candidate))
  return {
    id: newId(),
    key,
    name: body.name.trim(),
    type: body.type,
    description: body.description ?? '',
    required: body.required ?? false,
    unique: body.unique ?? false,
    settings: await settingsToStore(tx, definition, body.type, body.settings, path),
  }
}

export async function listColumns(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const columns = columnsOut(viewOf(await locate(tx, address), actor))
  const limit = query.limit ?? DEFAULT_LIMIT
  const [position, last] = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : [0, '']
  const at = columns.findIndex(({ id }) => id === last)
  const rest = columns.slice(at === -1 ? position : at + 1)
  const { items, nextCursor } = page(rest, limit, (column) => [column.position, column.id])
  return { data: items, nextCursor }
}

export async function getColumn(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { column: string },
) {
  return columnSeen(await locate(tx, address), actor, address.column)
}

/** @throws Refusal not_found, name_taken, values_not_unique, invalid_request (settings). */
export async function updateColumn(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { column: string },
  change: ColumnChange,
) {
  const definition = await locateForChange(tx, address)
  const column = visibleColumn(definition, actor, address.column)
  if (change.name !== undefined) refuseName(definition, change.name, 'body', column)
  if (column.readOnly && (change.required || change.unique)) {
    throw new Refusal(
      'invalid_request',
      'column_filled',
      { column: column.key },
      { issues: [issueAt('body', FILLED)] },
    )
  }
  const settings =
    change.settings &&
    (await settingsToStore(tx, definition, column.type, change.settings, 'body', column))
  if (change.unique === true && !column.unique) await claimStoredValues(tx, definition, column)
  if (change.unique === false) await deleteUniqueValues(tx, column.id)
  await sql.updateColumn(tx, column.id, {
    ...change,
    ...(change.name !== undefined ? { name: change.name.trim() } : {}),
    settings: settings || undefined,
  } as Parameters<typeof sql.updateColumn>[2])
  await touchDefinition(tx, definition.id)
  if (isFormula(column.type) && settings) await refreshFormulas(tx, definition, [column.id])
  appendEvent(tx, columnEvent('updated', actor, column))
  return columnSeen(await locate(tx, address), actor, column.id)
}

export async function removeColumn(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { column: string },
): Promise<void> {
  const definition = await locateForChange(tx, address)
  const column = visibleColumn(definition, actor, address.column)
  await sql.deleteColumn(tx, column.id, actorRef(actor))
  await deleteUniqueValues(tx, column.id)
  await touchDefinition(tx, definition.id)
  await refreshFormulas(
    tx,
    definition,
    formulasOver(definition, [column.id]).map(({ id }) => id),
  )
  appendEvent(tx, columnEvent('deleted', actor, column))
}

/**
 * The columns that somebody sees, in their order. If others are hidden, these are counted among themselves, so that no gap
 * shows where a hidden one is.
 */
export function columnsOut({ columns, definition }: DefinitionView) {
  const isWhole = columns.length === definition.columns.length
  return columns.map((column, i) => columnOut(column, isWhole ? column.position : i + 1))
}

/** @throws Refusal not_found. */
export function columnSeen(definition: Definition, actor: Actor, ref: string) {
  const column = visibleColumn(definition, actor, ref)
  return columnsOut(viewOf(definition, actor)).find(({ id }) => id === column.id)!
}

export const columnOut = (column: Column, position: number) => ({
  id: column.id,
  key: column.key,
  name: column.name,
  type: column.type,
  description: column.description,
  required: column.required,
  unique: column.unique,
  readOnly: column.readOnly,
  position,
  settings: settingsOut(column),
})

const BLOCK = 2000

/** Claims every stored value of a column that becomes unique. The definition's lock keeps writers out. */
export async function claimStoredValues(
  tx: Tx,
  definition: Definition,
  column: Column,
): Promise<void> {
  for (let after = 0; ; ) {
    const cells = await sql.listSlot(tx, definition.id, column.slot, after, BLOCK)
    const values = cells.map(({ id, value }) => ({
      columnId: column.id,
      hash: uniqueHash(column, value as CellValue),
      rowId: id,
    }))
    const claimed = await claimUniqueValues(tx, values)
    if (claimed.size < values.length) {
      throw new Refusal('values_not_unique', 'twins', { column: column.key })
    }
    if (cells.length < BLOCK) return
    after = cells.at(-1)!.position
  }
}

function refuseName(definition: Definition, name: string, path: string, except?: Column): void {
  const wanted = folded(name)
  const twin = definition.columns.find((c) => c !== except && folded(c.name) === wanted)
  if (twin) {
    throw new Refusal('name_taken', 'column', { path, name: twin.name })
  }
}

export const columnEvent = (verb: EventVerb<'column'>, actor: Actor, column: Column) => ({
  type: `column.${verb}` as const,
  actor: actorRef(actor),
  subject: `column:${column.id}`,
  data: {},
})
