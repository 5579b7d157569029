import pg from 'pg'
import { type AnyOperation, isKeyAccess } from '../../../contract/language/operation.ts'
import type { Answer } from '../support/clients/client.ts'
import { goodRequest, type Sent, send } from './requests.ts'
import type { World } from './world.ts'

/**
 * Calls operations while another transaction holds their Idempotency-Key, all at once because each waits the whole
 * 10 s. Returns their answers.
 */
export async function whileTheKeyIsHeld(
  world: World,
  operations: readonly AnyOperation[],
): Promise<Map<string, Answer>> {
  const server = await world.service.beside({ poolSize: 2 * operations.length + 2 })
  const calls: { operation: AnyOperation; sent: Sent; holder: Holder }[] = []
  for (const operation of operations) {
    const sent = await goodRequest(world, operation)
    calls.push({ operation, sent, holder: await holderOf(world, operation, sent) })
  }
  const holder = new pg.Client(world.service.connection)
  await holder.connect()
  try {
    await holder.query('BEGIN')
    for (const { operation, holder: of } of calls) {
      await holder.query(
        `INSERT INTO idempotency_keys (workspace_id, actor, key, request_hash) VALUES ($1, $2, $3, '')`,
        [of.workspaceId, of.actor, operation.operationId],
      )
    }
    const answers = await Promise.all(
      calls.map(async ({ operation, sent }): Promise<[string, Answer]> => {
        const headers = { 'idempotency-key': operation.operationId }
        return [operation.operationId, await send(server, operation, sent, { headers })]
      }),
    )
    return new Map(answers)
  } finally {
    await holder.end()
  }
}

interface Holder {
  workspaceId: string
  actor: string
}

/** The workspace and the actor under whose name the request's key is stored. */
async function holderOf(world: World, { access }: AnyOperation, { token }: Sent): Promise<Holder> {
  const { workspaceId } = world.desk
  if (isKeyAccess(access)) {
    const { keyId } = access.startsWith('key:board') ? world.board : world.page
    return { workspaceId, actor: `key:${keyId}` }
  }
  const session = await world.service.api('GET', '/v1/auth/session', { token })
  const { workspace, seat } = session.body.data
  return { workspaceId: workspace.id, actor: `user:${seat.crmUserId}` }
}
