import type { KeyActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { contextWithoutPeople } from '../../records/definitions/cell-context.ts'
import type { Definition, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { findView } from '../../records/definitions/definition-views.ts'
import { unknownKey } from './key-auth.ts'

/** A definition as its keys see it. Keys have no role, so all of them see the same. */
export interface Prepared {
  definition: Definition
  view: DefinitionView
  /** The context in which cells are read; undefined if people must be looked up when writing. */
  context: CellContext | undefined
}

const CACHED = 5_000

/**
 * Definitions in memory, so that a write plans without a query. They may be out of date: the transaction
 * that writes compares the version, and a write that was planned with an old one is planned again.
 */
export class PreparedDefinitions {
  readonly #db: Database
  readonly #known = new Map<string, Prepared>()

  constructor(db: Database) {
    this.#db = db
  }

  async get(actor: KeyActor): Promise<Prepared> {
    return this.#known.get(actor.definitionId) ?? this.refresh(actor)
  }

  refresh(actor: KeyActor): Promise<Prepared> {
    return this.#db.withWorkspace(actor, (tx) => this.load(tx, actor))
  }

  /** The definition at that version, from memory or read in this transaction. */
  async at(tx: Tx, actor: KeyActor, version: string): Promise<Prepared> {
    const known = this.#known.get(actor.definitionId)
    return known?.definition.version === version ? known : this.load(tx, actor)
  }

  async load(tx: Tx, actor: KeyActor): Promise<Prepared> {
    const view = await findView(tx, actor, { id: actor.definitionId })
    if (!view) {
      this.#known.delete(actor.definitionId)
      throw unknownKey()
    }
    const { definition } = view
    const prepared = {
      definition,
      view,
      context: contextWithoutPeople(definition),
    }
    if (this.#known.size >= CACHED) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(definition.id, prepared)
    return prepared
  }
}
