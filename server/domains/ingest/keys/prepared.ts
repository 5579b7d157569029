import type { KeyActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { contextWithoutPeople } from '../../records/definitions/cell-context.ts'
import {
  type Definition,
  type DefinitionView,
  viewOf,
} from '../../records/definitions/definition.rules.ts'
import { definitionAt, readDefinition, recall } from '../../records/definitions/memory.ts'
import { unknownKey } from './key-auth.ts'

/** A definition as its keys see it. Keys have no role, so all of them see the same. */
export interface Prepared {
  definition: Definition
  view: DefinitionView
  /** The context in which cells are read; undefined if people must be looked up when writing. */
  context: CellContext | undefined
}

const prepared = new WeakMap<Definition, Prepared>()

/**
 * The definition of a key from memory, so that a write plans without a query. It may be out of date: the transaction that writes
 * compares the version, and a write that was planned with an old one is planned again.
 */
export async function preparedFor(db: Database, actor: KeyActor): Promise<Prepared> {
  const known = recall(actor, actor.definitionId)
  return known ? prepare(actor, known) : prepareAgain(db, actor)
}

export const prepareAgain = (db: Database, actor: KeyActor): Promise<Prepared> =>
  db.withWorkspace(actor, async (tx) =>
    prepare(actor, await readDefinition(tx, actor.definitionId)),
  )

/** The definition at that version, from memory or read in this transaction. */
export const preparedAt = async (tx: Tx, actor: KeyActor, version: string): Promise<Prepared> =>
  prepare(actor, await definitionAt(tx, { id: actor.definitionId, version }))

function prepare(actor: KeyActor, definition: Definition | undefined): Prepared {
  if (!definition) throw unknownKey()
  const known = prepared.get(definition)
  if (known) return known
  const view = viewOf(definition, actor)
  const made = { definition, view, context: contextWithoutPeople(definition) }
  prepared.set(definition, made)
  return made
}
