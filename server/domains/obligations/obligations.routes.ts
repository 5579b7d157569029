import { obligationOperations as op } from '../../../contract/obligations/obligations.ts'
import type { Http } from '../../platform/http/http.ts'
import * as verbs from './changing/obligation-verbs.ts'
import { createObligation, getObligation, updateObligation } from './changing/obligations.ts'
import { listHistory } from './history/obligation-history.ts'
import { listObligations } from './listing/obligation-listing.ts'

export function bindObligations({ bind }: Http): void {
  bind(op.list, ({ query }, tx) => listObligations(tx, query))
  bind(op.create, async ({ actor, body }, tx) => ({
    data: await createObligation(tx, actor, body),
  }))
  bind(op.get, async ({ params }, tx) => ({ data: await getObligation(tx, params.id) }))
  bind(op.update, async ({ actor, params, body }, tx) => ({
    data: await updateObligation(tx, actor, params.id, body),
  }))
  bind(op.listHistory, ({ params, query }, tx) => listHistory(tx, params.id, query))
  bind(op.start, async ({ actor, params }, tx) => ({
    data: await verbs.startObligation(tx, actor, params.id),
  }))
  bind(op.submit, async ({ actor, params, body }, tx) => ({
    data: await verbs.submitObligation(tx, actor, params.id, body),
  }))
  bind(op.reject, async ({ actor, params, body }, tx) => ({
    data: await verbs.rejectObligation(tx, actor, params.id, body),
  }))
  bind(op.complete, async ({ actor, params, body }, tx) => ({
    data: await verbs.completeObligation(tx, actor, params.id, body),
  }))
  bind(op.waive, async ({ actor, params, body }, tx) => ({
    data: await verbs.waiveObligation(tx, actor, params.id, body),
  }))
  bind(op.cancel, async ({ actor, params, body }, tx) => ({
    data: await verbs.cancelObligation(tx, actor, params.id, body),
  }))
  bind(op.reopen, async ({ actor, params, body }, tx) => ({
    data: await verbs.reopenObligation(tx, actor, params.id, body),
  }))
  bind(op.undoCompletion, async ({ actor, params }, tx) => ({
    data: await verbs.undoCompletion(tx, actor, params.id),
  }))
  bind(op.escalate, async ({ actor, params, body }, tx) => ({
    data: await verbs.escalateObligation(tx, actor, params.id, body),
  }))
}
