import type { Tx } from '../../../platform/database/db.ts'
import type { Definition } from './definition.rules.ts'
import type { DefinitionHead } from './definition-heads.sql.ts'
import { findDefinition } from './definitions.sql.ts'

const MOST = 500

/** Definitions as they were last read, for whoever reads the same ones again and again and asks for their version first. */
export class KnownDefinitions {
  readonly #known = new Map<string, Definition>()

  /** The live ones among them, at that version or a later one. */
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

  /** The one that was not asked for the longest goes first. */
  #keep(definition: Definition): void {
    this.#known.delete(definition.id)
    this.#known.set(definition.id, definition)
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!)
  }
}
