import { agreementKinds, fundingPeriods } from '../../../contract/agreements/agreements.ts'
import { SYSTEM } from '../../platform/actor.ts'
import { ExpectedError } from '../../platform/expected-error.ts'
import { fine, type Read } from '../../platform/read.rules.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import { listWorkspaces } from '../workspaces/operators.ts'
import type { Workspaces } from '../workspaces/workspace/workspaces.ts'
import type { Funding } from './documents.rules.ts'
import { minorUnits } from './front-matter.rules.ts'
import * as sql from './overrides.sql.ts'

export interface Override {
  /** The slug of a workspace. */
  workspace: string
  kind: string
  /** What the operator typed; `null` removes the override. */
  funding: { amountMinor: string; period: string } | null
}

/**
 * Sets the minimum that the operator agreed with one workspace, which replaces the version's, or removes it.
 *
 * @returns whether the workspace has signed the current document, which then keeps the minimum that it states.
 * @throws ExpectedError with every problem; Refusal not_found (no workspace has the slug).
 */
export async function overrideFunding(
  workspaces: Workspaces,
  { workspace, kind, funding }: Override,
): Promise<boolean> {
  const agreementKind = agreementKinds.find((known) => known === kind)
  const agreed = funding ? readFunding(funding) : fine(null)
  const unknown = `"${kind}" is not an agreement; write one of ${agreementKinds.join(', ')}`
  const problems = agreementKind ? agreed.problems : [unknown, ...agreed.problems]
  if (problems.length > 0) throw new ExpectedError(problems.join('\n'))
  const found = (await listWorkspaces(workspaces)).find(({ slug }) => slug === workspace)
  if (!found) throw new Refusal('not_found', 'workspace', { slug: workspace })
  return workspaces.db.withWorkspace({ workspaceId: found.id }, async (tx) => {
    if (agreed.value) sql.putOverride(tx, kind, agreed.value)
    else sql.deleteOverride(tx, kind)
    appendEvent(tx, {
      type: 'agreement.overridden',
      actor: SYSTEM,
      subject: `agreement:${kind}`,
      data: { agreementKind: agreementKind! },
    })
    return sql.isCurrentKept(tx, kind)
  })
}

function readFunding(sent: { amountMinor: string; period: string }): Read<Funding | null, string> {
  const amountMinor = minorUnits(sent.amountMinor)
  const period = fundingPeriods.find((name) => name === sent.period)
  const problems: string[] = []
  if (amountMinor === undefined) {
    problems.push(
      `--amount-minor: "${sent.amountMinor}" is not an amount; write minor units up to 9007199254740991, such as 5000000 for $50,000.00`,
    )
  }
  if (period === undefined) {
    problems.push(
      `--period: "${sent.period}" is not a period; write one of ${fundingPeriods.join(', ')}`,
    )
  }
  return {
    value: amountMinor === undefined || period === undefined ? null : { amountMinor, period },
    problems,
  }
}
