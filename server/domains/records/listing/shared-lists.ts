import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import { type Database, tookTooLong } from '../../../platform/database/db.ts'
import type { Proving } from '../../../platform/http/call.ts'
import { SharedReads } from '../../../platform/jobs/shared-reads.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Lately } from '../../../platform/sharing/lately.ts'
import { appendReadEvent } from '../../events/events.ts'
import { locateToRead } from '../definitions/locate.ts'
import { askForIndexes, listRows, type RowsQuery } from './listing.ts'

interface Ask {
  actor: UserActor
  address: DefinitionAddress
  query: RowsQuery
  proving: Proving
}

/** Pages of rows as the bytes of their JSON. When an event arrives, all windows of a session ask for their list again, and share a read. */
export function sharedLists(db: Database): (ask: Ask) => Promise<Buffer> {
  const reads = new SharedReads(async ({ actor, address, query, proving }: Ask) => {
    try {
      const page = await db.readWorkspace(
        actor,
        proving((tx) => listRows(tx, actor, address, query)),
      )
      if (query.as) await noteSeenAs(db, actor, address, query.as)
      return page
    } catch (error) {
      if (!tookTooLong(error)) throw error
      await db.withWorkspace(actor, (tx) => askForIndexes(tx, actor, address, query))
      throw new Refusal('overloaded', 'list_too_slow', {}, { retryAfter: 60 }, error)
    }
  })
  return (ask) => reads.ask(nameOf(ask), ask)
}

const looks = new Lately({ forMs: 60 * 60_000, most: 10_000 })

async function noteSeenAs(
  db: Database,
  actor: UserActor,
  address: DefinitionAddress,
  as: string,
): Promise<void> {
  const by = actorRef(actor)
  if (!looks.isNew(JSON.stringify([actor.workspaceId, by, address, as]))) return
  const { id, kind } = await db.readWorkspace(
    actor,
    async (tx) => (await locateToRead(tx, address)).definition,
  )
  await appendReadEvent(db, actor, {
    type: 'seen_as.opened',
    actor: by,
    subject: `${kind}:${id}`,
    data: { as },
  })
}

/** Everything that an answer depends on: the session, which the read proves, the person and their rights, and the request. */
const nameOf = ({ actor, address, query }: Ask): string => JSON.stringify([actor, address, query])
