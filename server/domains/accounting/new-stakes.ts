import type { EventVerb } from '../../../contract/events.ts'
import { type Actor, actorRef } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { takeIntegerId } from '../../platform/database/integer-ids.sql.ts'
import { invalid, Refusal, unknownReference } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import { listPeople } from '../workspaces/people.ts'
import type { StakeRow } from './ledger.sql.ts'
import { overAllocated, type Stake, type Terms } from './splits.rules.ts'
import * as sql from './splits.sql.ts'
import type { PartyFields, Problem } from './terms.rules.ts'

/** @param at where the fields are in the body, such as `body.successor`. */
export function problemsAt(problems: readonly Problem[], at = 'body'): Refusal {
  const issues = problems.map(({ field, message }) => ({ path: `${at}.${field}`, message }))
  return new Refusal('invalid_request', `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
}

/**
 * @param at as of `problemsAt`.
 * @throws Refusal invalid_request, if there is a problem.
 */
export function refuseProblems(problems: readonly Problem[], at = 'body'): void {
  if (problems.length > 0) throw problemsAt(problems, at)
}

/**
 * @param at what comes before the fields in the body, such as `successor.`.
 * @throws Refusal unknown_reference: nobody with an active seat here.
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

/** Of one deal, retired ones included: each receipt is split over them. */
const MOST_STAKES = 1000

/**
 * @param stakes of the deal, as they are about to be.
 * @throws Refusal invalid_request (too many), over_allocated.
 */
export function refuseOverAllocation(stakes: readonly Pick<Stake, keyof Terms | 'status'>[]): void {
  if (stakes.length > MOST_STAKES) {
    throw invalid('body', `is one split too many: a deal can have at most ${MOST_STAKES}`)
  }
  const over = overAllocated(stakes)
  if (!over) return
  throw new Refusal(
    'over_allocated',
    `sharePpm: the active splits with the basis ${over.basis} would have ${over.ppm} ppm in all; send a share that keeps them at 1000000 or less.`,
  )
}

/** Adds a stake to a locked deal, when nothing speaks against it any more. */
export async function addStake(
  tx: Tx,
  actor: Actor,
  stake: Omit<sql.NewStake, 'id'>,
): Promise<StakeRow> {
  const made = await sql.insertStake(tx, { ...stake, id: await takeIntegerId(tx, 'deal_split') })
  tellOfSplit(tx, actor, made, 'created')
  return made
}

export const tellOfSplit = (
  tx: Tx,
  actor: Actor,
  { id, dealId }: Pick<StakeRow, 'id' | 'dealId'>,
  verb: EventVerb<'deal_split'>,
): void =>
  appendEvent(tx, {
    type: `deal_split.${verb}`,
    actor: actorRef(actor),
    subject: `deal_split:${id}`,
    data: { dealId, dealSplitId: id },
  })
