import type pg from 'pg'
import { openListing, pageOf, type RowsQuery } from '../server/domains/records/listing/listing.ts'
import type { UserActor } from '../server/platform/actor.ts'
import { withOwner } from '../server/platform/database/owner.ts'
import type { Tx } from '../server/platform/database/tx.ts'
import type { Place, Statement } from './floor.ts'

/** The statement with which the service lists rows, recorded as it is sent. The floor runs the same. */
export function listStatement(
  connection: pg.ClientConfig,
  { workspaceId, definitionId }: Place,
  query: RowsQuery,
): Promise<Statement> {
  return withOwner(connection, async (client) => {
    const sent: Statement[] = []
    const send = async (text: string, values: readonly unknown[] = []) => {
      sent.push({ text, values: [...values] })
      return (await client.query(text, [...values])).rows
    }
    const tx = { run: send, runComposed: send, queue: () => {} } as unknown as Tx
    await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId])
    const actor = { kind: 'user', workspaceId, role: 'owner', teamIds: [] } as unknown as UserActor
    const opened = await openListing(tx, actor, { id: definitionId }, query)
    sent.length = 0
    await pageOf(tx, opened, undefined, query.limit ?? 100)
    if (sent.length !== 1) throw new Error(`a page took ${sent.length} statements`)
    const [{ text, values }] = sent as [Statement]
    // The floor's connections are bound to no workspace.
    return { text: text.replaceAll('current_workspace()', `'${workspaceId}'::uuid`), values }
  })
}
