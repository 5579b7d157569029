import type { PartyKind } from '../../../../contract/accounting/accounting.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import type { Terms } from '../ledger/shares.rules.ts'
import {
  changedTerms,
  fieldOfParty,
  type PartyFields,
  type Problem,
  partyFields,
  partyProblems,
  strayTerms,
  type TermsFields,
} from './terms.rules.ts'

/** A successor as the body describes it. Fields that are left out are copied from the predecessor. */
export type SuccessorFields = Partial<PartyFields> & TermsFields & { notes?: string | undefined }

export interface Predecessor extends Terms {
  partyKind: PartyKind
  accountId: string | null
  crmUserId: number | null
  externalParty: string | null
  notes: string | null
}

/** The problems of a successor that show without its predecessor. */
export function straySuccessor(given: SuccessorFields): Problem[] {
  return [...strayParty(given), ...strayTerms(given)]
}

/** The split that follows another, or its problems. A new kind of party or a new basis needs its field. */
export function successorOf(now: Predecessor, given: SuccessorFields) {
  const party = partyAfter(now, given)
  const terms = changedTerms(now, given)
  const problems = [...partyProblems(party), ...(Array.isArray(terms) ? terms : [])]
  if (Array.isArray(terms) || problems.length > 0) return problems
  return { ...party, ...terms, notes: given.notes ?? now.notes }
}

/** The party of a successor. If the kind stays the same, so does the party, unless another one is sent. */
function partyAfter(now: Predecessor, given: SuccessorFields): PartyFields {
  const partyKind = given.partyKind ?? now.partyKind
  const own = fieldOfParty[partyKind]
  const { accountId, crmUserId, externalParty } = given
  const sent = { partyKind, accountId, crmUserId, externalParty }
  if (!own || partyKind !== now.partyKind || sent[own] !== undefined) return sent
  return { ...sent, [own]: now[own] }
}

function strayParty(given: SuccessorFields): Problem[] {
  const sent = partyFields.filter((field) => given[field] !== undefined)
  const own = given.partyKind ? fieldOfParty[given.partyKind] : sent[0]
  return sent
    .filter((field) => field !== own)
    .map((field) => ({
      field,
      why: given.partyKind
        ? why('party_left_out', { kind: given.partyKind })
        : why('second_party', { field: own! }),
    }))
}
