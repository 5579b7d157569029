import { accountingOperations as money } from '../../../contract/accounting/accounting.ts'
import type { Database } from '../../platform/database/db.ts'
import { sendDownload } from '../../platform/http/downloads.ts'
import type { Http } from '../../platform/http/http.ts'
import * as draws from './draws/draws.ts'
import { explainAvailability } from './figures/explanations.ts'
import { openLedgerExport } from './figures/ledger-export.ts'
import { getPartyBalance } from './figures/party-balances.ts'
import { holdSplit, releaseSplit } from './splits/holds.ts'
import { deactivateSplit } from './splits/retirements.ts'

export function bindPayouts({ bind, bindOwn }: Http, { db }: { db: Database }): void {
  bind(money.hold, async ({ actor, params, body }, tx) => ({
    data: await holdSplit(tx, actor, params.id, body),
  }))
  bind(money.release, async ({ actor, params, body }, tx) => ({
    data: await releaseSplit(tx, actor, params.id, body),
  }))
  bind(money.deactivate, ({ actor, params, body }, tx) =>
    deactivateSplit(tx, actor, params.id, body),
  )
  bind(money.listDraws, ({ actor, params, query }, tx) =>
    draws.listDraws(tx, actor, params.id, query),
  )
  bind(money.draw, async ({ actor, params, body }, tx) => ({
    data: await draws.requestDraw(tx, actor, params.id, body),
  }))
  bind(money.payDraw, async ({ actor, params }, tx) => ({
    data: await draws.payDraw(tx, actor, params.id),
  }))
  bind(money.voidDraw, async ({ actor, params }, tx) => ({
    data: await draws.voidDraw(tx, actor, params.id),
  }))
  bind(money.explainAvailability, ({ actor, params, query }, tx) =>
    explainAvailability(tx, actor, params.id, query),
  )
  bind(money.getPartyBalance, async ({ actor, params }, tx) => ({
    data: await getPartyBalance(tx, actor, params.partyKind, params.ref),
  }))
  bindOwn(money.exportLedger, (call) =>
    sendDownload(call, () => openLedgerExport(db, call.actor, call.params.id, call.query.kind)),
  )
}
