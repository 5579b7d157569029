import type { Tx } from '../../../platform/database/tx.ts'
import type { Definition } from './definition.rules.ts'
import type { DefinitionHead } from './definition-heads.sql.ts'
import { findDefinition } from './definitions.sql.ts'

const MOST = 500

/** A cache of definitions, for readers that ask for the version first and then often need the same definition. */
export class KnownDefinitions {
  readonly #known = new Map<string, Definition>()

  /** Those that are not deleted, at that version or a later one. */
  async load(tx: Tx, heads: readonly DefinitionHead[]): Promise<Map<string, Definition>> {
    const found = new Map<string, Definition>()
    for (const { id, version, deleted } of heads) {
      if (deleted) continue
      const known = this.#known.get(id)
      const definition = known?.version === version ? known : await findDefinition(tx, id)
      if (!definition) continue
      found.set(id, definition)
      this.#keep(definition)
    }
    return found
  }

  /** Drops the definition that was used least recently. */
  #keep(definition: Definition): void {
    this.#known.delete(definition.id)
    this.#known.set(definition.id, definition)
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!)
  }
}
