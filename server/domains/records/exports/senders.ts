import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { type SenderKind, senderName } from '../../../../shared/sender-names.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'
import { locate } from '../definitions/locate.ts'

export interface NamedSender {
  /** How rows name it: its kind and id, as in `form:<id>`. */
  ref: string
  name: string
}

export interface Sender extends NamedSender {
  kind: SenderKind
}

/**
 * The keys, forms or addresses of a definition, also those that are revoked or removed, because their rows still name them;
 * as far as the actor can list them.
 *
 * @param mailDomain what addresses end in; `null` if the operator has set none.
 */
export type SenderNamer = (
  tx: Tx,
  actor: Actor,
  definitionId: string,
  mailDomain: string | null,
) => Promise<NamedSender[]>

export const senderNamers = new Port<readonly SenderNamer[]>('names of senders')

/** Everything but people that adds rows to a definition. */
const allSenders = async (...of: Parameters<SenderNamer>): Promise<Sender[]> => {
  const named = await Promise.all(senderNamers.filled.map((names) => names(...of)))
  return named.flat().map(({ ref, name }) => ({ ref, kind: ref.split(':')[0] as SenderKind, name }))
}

/** What it is called where it stands for who added a row. */
export const sendersOf = async (
  ...of: Parameters<SenderNamer>
): Promise<ReadonlyMap<string, string>> =>
  new Map((await allSenders(...of)).map(({ ref, kind, name }) => [ref, senderName(kind, name)]))

export async function listSenders(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  mailDomain: string | null,
): Promise<Sender[]> {
  const { id } = await locate(tx, address)
  return allSenders(tx, actor, id, mailDomain)
}
