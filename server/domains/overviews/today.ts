import type { QueryOf } from '../../../contract/language/operation.ts'
import type { overviewOperations } from '../../../contract/overviews/overviews.ts'
import { openStatuses } from '../../../shared/obligation-states.ts'
import { pagesWithStages, stageColumns } from '../../../shared/pipelines.ts'
import { hasScope, holdsRole, type UserActor } from '../../platform/actor.ts'
import { awaited, type Tx } from '../../platform/database/tx.ts'
import { listToSign, nextEffectiveAt } from '../agreements/agreements.ts'
import { anySends } from '../comms/channels/channels.ts'
import { keyUse } from '../ingest/keys/keys.ts'
import { anyForm } from '../intake/forms/forms.ts'
import { listObligations } from '../obligations/listing/obligation-listing.ts'
import { listDefinitions } from '../records/boards/boards.ts'
import { listRows } from '../records/listing/listing.ts'
import { listNewest } from '../records/titles/newest-rows.ts'

const MOST_OBLIGATIONS = 50
const MOST_ROWS = 8
const MOST_PAGES = 1_000
const NOTHING = { data: [], nextCursor: null }

/**
 * What a day begins with, as this reader may see it; with what is set up, for those who set it up. A token gets what its
 * scopes read.
 */
export async function getToday(
  tx: Tx,
  actor: UserActor,
  { deadlineTo }: QueryOf<typeof overviewOperations.getToday>,
) {
  const [agreements, nextAgreementAt, obligations, newest, stages, setup] = await Promise.all([
    hasScope(actor, 'agreements:read') ? listToSign(tx, actor) : [],
    hasScope(actor, 'agreements:read') ? nextEffectiveAt(tx) : null,
    hasScope(actor, 'obligations:read')
      ? listObligations(tx, {
          status: openStatuses.join(','),
          sort: 'deadlineAt',
          deadlineTo,
          limit: MOST_OBLIGATIONS,
        })
      : NOTHING,
    listNewest(tx, actor, { limit: MOST_ROWS }),
    stagesOf(tx, actor),
    holdsRole(actor, 'admin') && hasScope(actor, 'workspace:read') ? setupOf(tx) : null,
  ])
  return { agreements, nextAgreementAt, obligations, newestRows: newest.data, stages, setup }
}

async function stagesOf(tx: Tx, actor: UserActor) {
  const pages = await listDefinitions(tx, actor, { kind: 'page', limit: MOST_PAGES })
  const stages = []
  for (const page of pagesWithStages(pages.data)) {
    const { stage, amount } = stageColumns(page)!
    const query = { group: stage.key, fields: stage.key, limit: 1 }
    const sum = amount ? { sum: amount.key } : {}
    const listed = await listRows(tx, actor, { key: page.key }, { ...query, ...sum })
    const { groups } = JSON.parse(String(await awaited(listed)))
    stages.push({ definitionKey: page.key, amount: amount?.key ?? null, groups })
  }
  return stages
}

async function setupOf(tx: Tx) {
  const [sends, { hasKey, usedKey }, hasForm] = await Promise.all([
    anySends(tx),
    keyUse(tx),
    anyForm(tx),
  ])
  return { sends, hasKey, usedKey, hasForm }
}
