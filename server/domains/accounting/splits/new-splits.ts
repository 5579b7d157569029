import type { EventVerb } from '../../../../contract/events/events.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { WHOLE_PPM } from '../../../../shared/limits.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import {
  invalid,
  issueAt,
  Refusal,
  refusalWith,
  unknownReference,
} from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { SplitRow } from '../ledger/ledger.sql.ts'
import { overAllocated, type Split, type Terms } from '../ledger/shares.rules.ts'
import * as sql from './splits.sql.ts'
import type { PartyFields, Problem } from './terms.rules.ts'

/**
 * The refusal for these problems.
 *
 * @param at where the fields are in the body, such as `body.successor`.
 */
export function problemsAt(problems: readonly Problem[], at = 'body'): Refusal {
  const issues = problems.map(({ field, why }) => issueAt(`${at}.${field}`, why))
  return refusalWith('invalid_request', issues)
}

/**
 * @param at as in `problemsAt`.
 * @throws Refusal invalid_request, if there is a problem.
 */
export function refuseProblems(problems: readonly Problem[], at = 'body'): void {
  if (problems.length > 0) throw problemsAt(problems, at)
}

/**
 * @param at the prefix of the fields in the body, such as `successor.`.
 * @throws Refusal unknown_reference: no such person has an active seat here.
 */
export async function refuseStranger(
  tx: Tx,
  { accountId, crmUserId }: Pick<PartyFields, 'accountId' | 'crmUserId'>,
  at = '',
): Promise<void> {
  if (accountId !== undefined && !(await sql.hasActiveSeat(tx, accountId))) {
    throw unknownReference(`${at}accountId`)
  }
  if (crmUserId === undefined) return
  if (!(await listPeople(tx)).some((person) => person.crmUserId === crmUserId)) {
    throw unknownReference(`${at}crmUserId`)
  }
}

/** The limit per deal, including retired splits: every posting reads all of them. */
const MOST_SPLITS = 1000

/**
 * @param others all other splits of the deal.
 * @param terms of the split that is added or changed.
 * @throws Refusal invalid_request (too many), over_allocated.
 */
export function refuseOverAllocation(
  others: readonly Pick<Split, keyof Terms | 'status'>[],
  terms: Terms,
): void {
  if (others.length >= MOST_SPLITS) {
    throw invalid('body', why('split_too_many', { most: MOST_SPLITS }))
  }
  const over = overAllocated([...others, { ...terms, status: 'active' }])
  if (!over) return
  const { basis, ppm: sumPpm } = over
  const leftPpm = WHOLE_PPM - sumPpm + (terms.basis === basis ? (terms.sharePpm ?? 0) : 0)
  throw leftPpm > 0
    ? new Refusal('over_allocated', 'too_much', { basis, sumPpm, leftPpm })
    : new Refusal('over_allocated', 'nothing_left', { basis, sumPpm })
}

/** Adds a split to a locked deal. The caller has checked it. */
export async function addSplit(
  tx: Tx,
  actor: Actor,
  split: Omit<sql.NewSplit, 'id'>,
): Promise<SplitRow> {
  const made = await sql.insertSplit(tx, { ...split, id: await takeIntegerId(tx, 'deal_split') })
  appendSplitEvent(tx, actor, made, 'created')
  return made
}

export const appendSplitEvent = (
  tx: Tx,
  actor: Actor,
  { id, dealId }: Pick<SplitRow, 'id' | 'dealId'>,
  verb: EventVerb<'deal_split'>,
): void =>
  appendEvent(tx, {
    type: `deal_split.${verb}`,
    actor: actorRef(actor),
    subject: `deal_split:${id}`,
    data: { dealId, dealSplitId: id },
  })
