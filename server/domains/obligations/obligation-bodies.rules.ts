import type { obligationOperations } from '../../../contract/obligations.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { ruleProblem } from '../../../shared/recurrence.ts'
import { checkLocale } from '../../platform/locale.rules.ts'
import type { Issue } from '../../platform/refusal.ts'
import { momentOf } from '../../platform/times.rules.ts'
import type { ObligationRow, Written } from './obligations.sql.ts'

/** The fields of an obligation in a request: absent ones stay as they are. */
export type ObligationBody = BodyOf<typeof obligationOperations.update>

const issue = (field: keyof ObligationBody, message: string): Issue => ({
  path: `body.${field}`,
  message,
})

const halfAmount = (): Issue[] => [
  issue('amountMinor', 'goes with currency: send both, or both as null'),
  issue('currency', 'goes with amountMinor: send both, or both as null'),
]

/** The problems of a body that show without the obligation that it changes. */
export function bodyProblems(body: ObligationBody): Issue[] {
  const { amountMinor, currency, dueAt, isRecurring, recurrenceRule } = body
  const issues: Issue[] = []
  if (typeof dueAt === 'string' && !momentOf(dueAt)) {
    issues.push(
      issue('dueAt', 'is not a time in the years 1 to 9999; send one such as 2026-01-31T17:00:00Z'),
    )
  }
  if (typeof currency === 'string') {
    issues.push(...checkLocale({ currency }).map(({ message }) => issue('currency', message)))
  }
  if (amountMinor !== undefined && currency !== undefined && isHalf(amountMinor, currency)) {
    issues.push(...halfAmount())
  }
  if (typeof recurrenceRule === 'string') {
    const problem = ruleProblem(recurrenceRule)
    if (problem) issues.push(issue('recurrenceRule', problem))
    if (isRecurring === false)
      issues.push(issue('isRecurring', 'is false, but there is a rule; send one of the two'))
    if (dueAt === null) issues.push(issue('dueAt', firstTime))
  }
  if (recurrenceRule === null && isRecurring) issues.push(issue('recurrenceRule', noRule))
  return issues
}

const firstTime = 'is required with a recurrence rule: it is the first time; send a timestamp'
const noRule = 'is required for a recurring obligation; send one such as FREQ=MONTHLY'

/** The obligation after the change, and what is wrong with it. */
export function apply<T extends Written>(
  before: T,
  body: ObligationBody,
): { after: T; issues: Issue[] } {
  const { isRecurring, dueAt, dealRowId, ...plain } = body
  const after: T = {
    ...before,
    ...plain,
    ...(dueAt !== undefined && { dueAt: dueAt === null ? null : momentOf(dueAt)! }),
    ...(dealRowId !== undefined && { dealRowId: dealRowId?.toLowerCase() ?? null }),
    ...(isRecurring === false && { recurrenceRule: null }),
  }
  const issues: Issue[] = []
  if (isHalf(after.amountMinor, after.currency)) issues.push(...halfAmount())
  if (isRecurring && after.recurrenceRule === null) issues.push(issue('recurrenceRule', noRule))
  if (after.recurrenceRule !== null && after.dueAt === null) issues.push(issue('dueAt', firstTime))
  return { after, issues }
}

const isHalf = (amountMinor: number | null, currency: string | null): boolean =>
  (amountMinor === null) !== (currency === null)

/** The problem of a document whose type is not the required one, if the body changes either of the two. */
export function documentProblem(
  { documentId, requiredDocumentType }: ObligationBody,
  after: Pick<Written, 'requiredDocumentType'>,
  document: { documentType: string } | undefined,
): Issue[] {
  const { requiredDocumentType: required } = after
  const isTouched = documentId !== undefined || requiredDocumentType !== undefined
  if (!isTouched || !document || required === null || document.documentType === required) return []
  return [
    issue(
      typeof documentId === 'number' ? 'documentId' : 'requiredDocumentType',
      `does not fit: the document has the type "${document.documentType}" and "${required}" is required; send a document of that type, or null`,
    ),
  ]
}

/** The only fields that can change once an obligation is closed. */
const afterClose = new Set(['notes', 'description', 'detail'])

export const isOpenOnly = (body: ObligationBody): boolean =>
  Object.keys(body).some((field) => !afterClose.has(field))

/** The other fields of a new obligation that is sent with only a title and a type. */
export const blank = {
  description: null,
  notes: null,
  priority: 'normal',
  amountMinor: null,
  currency: null,
  dueAt: null,
  assignedToUserId: null,
  counterpartyId: null,
  facilityId: null,
  decisionId: null,
  documentId: null,
  submissionId: null,
  parentObligationId: null,
  dealRowId: null,
  detail: {},
  recurrenceRule: null,
  requiredDocumentType: null,
  responsibleParty: 'internal',
  slaHours: null,
} as const satisfies Partial<ObligationRow>
