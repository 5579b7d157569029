import type { Actor, UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import { type Column, type Definition, type DefinitionView, viewOf } from './definition.rules.ts'
import { findDefinition, findDefinitionByKey, listDefinitions } from './definitions.sql.ts'

/** A board or page as the actor sees it, by its key or its id; undefined if it was deleted. */
export async function findView(
  tx: Tx,
  actor: Actor,
  by: { key: string } | { id: string },
): Promise<DefinitionView | undefined> {
  const definition = await ('key' in by
    ? findDefinitionByKey(tx, by.key)
    : findDefinition(tx, by.id))
  return definition && viewOf(definition, actor)
}

/** The views of definitions by id, each read once; deleted ones are left out. */
export async function findViews(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, DefinitionView>> {
  const views = new Map<string, DefinitionView>()
  for (const id of new Set(ids)) {
    const view = await findView(tx, actor, { id })
    if (view) views.set(id, view)
  }
  return views
}

/** More than anybody has. */
const MOST_PAGES = 200

/** The pages that the actor can reach, in the order in which they were made. */
export async function listPageViews(tx: Tx, actor: UserActor): Promise<DefinitionView[]> {
  const pages = await listDefinitions(tx, { kind: 'page' }, MOST_PAGES)
  const { definitionIds } = actor
  return pages.flatMap((page) =>
    !definitionIds || definitionIds.includes(page.id) ? viewOf(page, actor) : [],
  )
}

/** @throws Refusal not_found, as for a column that does not exist. */
export function visibleColumn(definition: Definition, actor: Actor, ref: string): Column {
  const column = viewOf(definition, actor).columns.find((c) => c.id === ref || c.key === ref)
  if (!column) throw notFound()
  return column
}
