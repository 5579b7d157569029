import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { Port } from '../../../platform/port.ts'

/**
 * What the keys, forms or addresses of a definition are called, by how rows name them (`form:<id>`), as far as the actor
 * can list them.
 *
 * @param mailDomain what addresses end in; `null` if the operator has set none.
 */
export type SenderNamer = (
  tx: Tx,
  actor: Actor,
  definitionId: string,
  mailDomain: string | null,
) => Promise<[ref: string, name: string][]>

export const senderNamers = new Port<readonly SenderNamer[]>('names of senders')

/** The names of everything but people that adds rows to a definition. */
export const sendersOf = async (
  ...of: Parameters<SenderNamer>
): Promise<ReadonlyMap<string, string>> =>
  new Map((await Promise.all(senderNamers.filled.map((names) => names(...of)))).flat())
