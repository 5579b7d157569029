import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { type Actor, actorRef, isLimited } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { checkLocale, type Locale } from '../../../platform/locale.rules.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { columnsOut, createColumnIn, type NewColumnBody } from '../columns/columns.ts'
import { keyFrom, viewOf } from '../definitions/definition.rules.ts'
import {
  type CountedDefinition,
  findDefinition,
  listDefinitions as listStored,
} from '../definitions/definitions.sql.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import type { Look } from '../definitions/looks.rules.ts'
import { hiddenColumns, viewFor } from '../policies/view-as.ts'

import * as sql from './boards.sql.ts'

export interface DefinitionBody extends Partial<Look> {
  name: string
  key?: string
  description?: string
  settings?: Partial<Locale>
  columns?: NewColumnBody[]
}

/**
 * Makes a board or a page with its columns.
 *
 * @throws Refusal key_taken, name_taken, invalid_request (its settings or a column's).
 */
export async function createDefinition(
  tx: Tx,
  actor: Actor,
  kind: 'board' | 'page',
  body: DefinitionBody,
) {
  if (isLimited(actor)) {
    throw new Refusal('forbidden', 'token_reach')
  }
  refuseLocale(body.settings)
  sql.lockKeys(tx)
  const taken = new Set(await sql.takenKeys(tx))
  if (body.key !== undefined && taken.has(body.key)) throw keyTaken(body.key)
  const id = newId()
  const key = body.key ?? keyFrom(body.name, (candidate) => taken.has(candidate), '-')
  await sql.insertDefinition(tx, {
    id,
    kind,
    key,
    name: body.name,
    description: body.description ?? '',
    icon: body.icon ?? null,
    color: body.color ?? null,
    settings: body.settings ?? {},
    createdBy: actorRef(actor),
  })
  let definition = (await findDefinition(tx, id))!
  for (const [index, column] of (body.columns ?? []).entries()) {
    await createColumnIn(tx, definition, column, `body.columns[${index}]`)
    definition = (await findDefinition(tx, id))!
  }
  appendEvent(tx, {
    type: `${kind}.created`,
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: { key },
  })
  return definitionOut(definition, actor)
}

/** @throws Refusal not_found, forbidden and unknown_reference (`as`). */
export async function getDefinition(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  { as }: { as?: string } = {},
) {
  const definition = await locate(tx, address)
  const view = await viewFor(tx, actor, definition, as)
  return {
    data: definitionOut(definition, view.actor),
    ...(as && { hiddenColumns: hiddenColumns(definition, view) }),
  }
}

export async function listDefinitions(
  tx: Tx,
  actor: Actor,
  query: {
    limit?: number
    cursor?: string
    kind?: 'board' | 'page'
    search?: string
    columns?: boolean
  },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const { kind = null, search = null, columns = true } = query
  const found = await listStored(tx, { kind, search, after, columns }, limit + 1)
  const { items, nextCursor } = page(found, limit, (definition) => [definition.id])
  return { data: items.map((definition) => definitionOut(definition, actor)), nextCursor }
}

export async function updateDefinition(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  change: sql.DefinitionChange,
) {
  refuseLocale(change.settings)
  const { id, kind } = await locateForChange(tx, address)
  await sql.updateDefinition(tx, id, change)
  if (change.name !== undefined) sql.touchLinking(tx, id)
  appendEvent(tx, {
    type: `${kind}.updated`,
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: {},
  })
  return definitionOut((await findDefinition(tx, id))!, actor)
}

export async function removeDefinition(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
): Promise<void> {
  const { id, kind } = await locateForChange(tx, address)
  await sql.deleteDefinition(tx, id)
  sql.touchLinking(tx, id)
  appendEvent(tx, {
    type: `${kind}.deleted`,
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: {},
  })
}

function definitionOut(definition: CountedDefinition, actor: Actor) {
  const { region, timeZone, currency } = definition.locale
  return {
    id: definition.id,
    kind: definition.kind,
    key: definition.key,
    name: definition.name,
    description: definition.description,
    icon: definition.icon,
    color: definition.color,
    settings: { region, timeZone, currency },
    columns: columnsOut(viewOf(definition, actor)),
    rowCount: definition.rowCount,
    createdAt: definition.createdAt.toISOString(),
    createdBy: definition.createdBy,
    updatedAt: definition.updatedAt.toISOString(),
  }
}

function refuseLocale(settings: Partial<Locale> | undefined): void {
  const [issue] = checkLocale(settings ?? {})
  if (issue) throw invalid(`body.settings.${issue.field}`, issue.why)
}

const keyTaken = (key: string): Refusal => new Refusal('key_taken', 'definition', { key })
