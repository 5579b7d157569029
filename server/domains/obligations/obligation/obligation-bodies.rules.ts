import type { BodyOf } from '../../../../contract/language/operation.ts'
import type { obligationOperations } from '../../../../contract/obligations/obligations.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { ruleProblem } from '../../../../shared/recurrence.ts'
import { checkLocale } from '../../../platform/locale.rules.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { momentFault, momentOf } from '../../../platform/times.rules.ts'
import type { ObligationRow, Written } from './obligations.sql.ts'

/** The fields of an obligation in a request: absent ones stay as they are. */
export type ObligationBody = BodyOf<typeof obligationOperations.update>

const issue = (field: keyof ObligationBody, refused: Why): Issue =>
  issueAt(`body.${field}`, refused)

const halfAmount = (): Issue[] => [
  issue('amountMinor', why('money_goes_with', { field: 'currency' })),
  issue('currency', why('money_goes_with', { field: 'amountMinor' })),
]

/** The problems of a body that show without the obligation that it changes. */
export function bodyProblems(body: ObligationBody): Issue[] {
  const { amountMinor, currency, dueAt, isRecurring, recurrenceRule } = body
  const issues: Issue[] = []
  const fault = typeof dueAt === 'string' ? momentFault(dueAt) : undefined
  if (fault) issues.push(issue('dueAt', fault))
  if (typeof currency === 'string') {
    issues.push(...checkLocale({ currency }).map(({ why }) => issue('currency', why)))
  }
  if (amountMinor !== undefined && currency !== undefined && isHalf(amountMinor, currency)) {
    issues.push(...halfAmount())
  }
  if (typeof recurrenceRule === 'string') {
    const problem = ruleProblem(recurrenceRule)
    if (problem) issues.push(issue('recurrenceRule', why('recurrence_fault', { problem })))
    if (isRecurring === false)
      issues.push(issue('isRecurring', why('recurrence_off_with_rule', {})))
    if (dueAt === null) issues.push(issue('dueAt', firstTime))
  }
  if (recurrenceRule === null && isRecurring) issues.push(issue('recurrenceRule', noRule))
  return issues
}

const firstTime = why('recurrence_without_start', {})
const noRule = why('recurrence_without_rule', {})

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
      why('other_document_type', { type: document.documentType, required }),
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
