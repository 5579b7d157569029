import type { DefinitionAddress } from '../../../../contract/addressed.ts'
import type { UserActor } from '../../../platform/actor.ts'
import { type Database, tookTooLong } from '../../../platform/database/db.ts'
import { SharedReads } from '../../../platform/jobs/shared-reads.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { askForIndexes, listRows, type RowsQuery } from './listing.ts'

interface Ask {
  actor: UserActor
  address: DefinitionAddress
  query: RowsQuery
}

/** Pages of rows as JSON. When an event arrives, all windows of a person ask for their list again, and share a read. */
export function sharedLists(db: Database): (ask: Ask) => Promise<Buffer> {
  const reads = new SharedReads(async ({ actor, address, query }: Ask) => {
    try {
      const text = await db.readWorkspace(actor, (tx) => listRows(tx, actor, address, query))
      return Buffer.from(text)
    } catch (error) {
      if (!tookTooLong(error)) throw error
      await db.withWorkspace(actor, (tx) => askForIndexes(tx, actor, address, query))
      throw new Refusal('overloaded', 'list_too_slow', {}, { retryAfter: 60 }, error)
    }
  })
  return (ask) => reads.ask(nameOf(ask), ask)
}

/** Everything that an answer depends on: the person, their current rights, and the request. */
const nameOf = ({ actor, address, query }: Ask): string =>
  JSON.stringify([{ ...actor, sessionId: '' }, address, query])
