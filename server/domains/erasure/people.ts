import type { ClientBase } from 'pg'
import { tokenRef, userRef } from '../../platform/actor.ts'
import { inWorkspace } from '../../platform/database/owner.ts'
import { deleteAnswersOf } from '../../platform/http/idempotency.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { eraseSigner } from '../agreements/erasing.ts'
import { recordErasures } from '../chain/erasures.ts'
import { eraseSender } from '../comms/threads/erasing.ts'
import { erasePeople, listNames } from '../events/erasing.ts'
import { eraseFromRecords } from '../records/history/erasing.ts'
import { eraseSeat, eraseTokens, type Place, seatNames } from '../workspaces/leaving/erasing.ts'

/**
 * Takes a person out of one workspace, in one transaction. What they did stays, under the number of their seat. Sealed
 * entries that named them are recorded as erased.
 */
export const erasePersonHere = (
  client: ClientBase,
  seal: Seal,
  { id, name }: { id: string; name: string },
  { workspaceId, crmUserId }: Place,
): Promise<void> =>
  inWorkspace(client, workspaceId, async (query) => {
    const tokens = (await eraseTokens(query, crmUserId)).map(tokenRef)
    const refs = [userRef(crmUserId), ...tokens]
    const seat = `seat:${crmUserId}`
    const past = (await listNames(query, [seat])).map((event) => event.name)
    const names = new Set([name, ...(await seatNames(query, crmUserId)), ...past])
    await eraseFromRecords(query, crmUserId, names, refs)
    await deleteAnswersOf(query, refs)
    await eraseSender(query, crmUserId)
    const events = (await erasePeople(query, [seat, ...tokens])).map((event) => event.id)
    const signatures = await eraseSigner(query, id)
    await recordErasures(query, seal, workspaceId, 'events', events)
    await recordErasures(query, seal, workspaceId, 'agreement_signatures', signatures)
    await eraseSeat(query, crmUserId)
  })
