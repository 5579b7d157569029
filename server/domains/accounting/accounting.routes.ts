import { accountingOperations as money } from '../../../contract/accounting/accounting.ts'
import type { Http } from '../../platform/http/http.ts'
import * as deals from './deals/deals.ts'
import { listLedger } from './postings/entries.ts'
import * as postings from './postings/postings.ts'
import { reverse } from './postings/reversals.ts'
import * as splits from './splits/splits.ts'

export function bindAccounting({ bind }: Http): void {
  bind(money.listDeals, ({ actor, query }, tx) => deals.listDeals(tx, actor, query))
  bind(money.createDeal, async ({ actor, body }, tx) => ({
    data: await deals.createDeal(tx, actor, body),
  }))
  bind(money.getDeal, async ({ actor, params }, tx) => ({
    data: await deals.getDeal(tx, actor, params.id),
  }))
  bind(money.updateDeal, async ({ actor, params, body }, tx) => ({
    data: await deals.updateDeal(tx, actor, params.id, body),
  }))

  bind(money.expect, async ({ actor, params, body }, tx) => ({
    data: await postings.expect(tx, actor, params.id, body),
  }))
  bind(money.collect, async ({ actor, params, body }, tx) => ({
    data: await postings.collect(tx, actor, params.id, body),
  }))
  bind(money.clawBack, async ({ actor, params, body }, tx) => ({
    data: await postings.clawBack(tx, actor, params.id, body),
  }))
  bind(money.previewCollection, async ({ actor, params, query }, tx) => ({
    data: await postings.previewCollection(tx, actor, params.id, query),
  }))
  bind(money.previewClawback, async ({ actor, params, query }, tx) => ({
    data: await postings.previewClawback(tx, actor, params.id, query),
  }))
  bind(money.reverse, async ({ actor, params, body }, tx) => ({
    data: await reverse(tx, actor, params.id, body),
  }))
  bind(money.listLedger, ({ actor, params, query }, tx) => listLedger(tx, actor, params.id, query))

  bind(money.listSplits, ({ actor, query }, tx) => splits.listSplits(tx, actor, query))
  bind(money.createSplit, async ({ actor, body }, tx) => ({
    data: await splits.createSplit(tx, actor, body),
  }))
  bind(money.getSplit, async ({ actor, params }, tx) => ({
    data: await splits.getSplit(tx, actor, params.id),
  }))
  bind(money.updateSplit, async ({ actor, params, body }, tx) => ({
    data: await splits.updateSplit(tx, actor, params.id, body),
  }))
}
