import Type from 'typebox'
import { closed, integerId, nullable, oneOf, text, timestamp, uuid } from './common.ts'

export const obligationTypes = [
  'stipulation',
  'closing_condition',
  'post_closing',
  'covenant_financial',
  'covenant_reporting',
  'covenant_affirmative',
  'covenant_negative',
  'payment',
  'insurance',
  'lien_filing',
  'disclosure',
  'task',
] as const
const openStatuses = ['open', 'in_progress', 'submitted'] as const
const closedStatuses = ['completed', 'waived', 'cancelled'] as const
export const obligationStatuses = [...openStatuses, ...closedStatuses] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const responsibleParties = [
  'borrower',
  'guarantor',
  'broker',
  'funder',
  'landlord',
  'third_party',
  'internal',
] as const
export const severities = ['minor', 'major', 'critical'] as const
export type ObligationStatus = (typeof obligationStatuses)[number]
export type Priority = (typeof priorities)[number]
export type Severity = (typeof severities)[number]

export const person = 'A `crmUserId`.'
const outside = 'An id of the caller’s own, kept as sent.'
/** Exact in JSON: up to 2^53 − 1. */
const own = () =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: outside })
const amount = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'In minor units of `currency`; the two go together.',
  })
const currency = () => Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' })
const detail = () =>
  Type.Object({}, { additionalProperties: true, description: 'Whatever the caller keeps with it.' })

export const Obligation = closed({
  id: integerId(),
  title: Type.String(),
  description: nullable(Type.String()),
  notes: nullable(Type.String()),
  obligationType: oneOf(obligationTypes),
  status: oneOf(obligationStatuses),
  priority: oneOf(priorities),
  amountMinor: nullable(amount()),
  currency: nullable(currency()),
  dueAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  assignedToUserId: nullable(Type.Integer({ description: person })),
  counterpartyId: nullable(own()),
  facilityId: nullable(own()),
  decisionId: nullable(own()),
  documentId: nullable(Type.Integer({ description: 'A document of the workspace.' })),
  submissionId: nullable(own()),
  parentObligationId: nullable(Type.Integer()),
  dealRowId: nullable(uuid('The row that it belongs to, as one of the page `deals`.')),
  detail: detail(),
  isRecurring: Type.Boolean(),
  recurrenceRule: nullable(Type.String()),
  requiredDocumentType: nullable(Type.String()),
  responsibleParty: oneOf(responsibleParties),
  slaHours: nullable(Type.Integer()),
  slaBreachAt: nullable(
    timestamp('`createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close.'),
  ),
  breachSeverity: nullable(
    oneOf(severities, {
      description:
        'How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent.',
    }),
  ),
  escalatedAt: nullable(timestamp('When it was last brought before somebody.')),
  escalatedToUserId: nullable(Type.Integer({ description: person })),
  completedAt: nullable(timestamp()),
  completedByUserId: nullable(Type.Integer({ description: person })),
  waivedAt: nullable(timestamp()),
  waivedByUserId: nullable(Type.Integer({ description: person })),
  waivedReason: nullable(Type.String()),
})

/** What may be written, by field. */
export const writable = {
  title: text(300),
  description: nullable(Type.String({ maxLength: 20_000 })),
  notes: nullable(Type.String({ maxLength: 20_000 })),
  obligationType: oneOf(obligationTypes),
  priority: oneOf(priorities),
  amountMinor: nullable(amount()),
  currency: nullable(currency()),
  dueAt: nullable(timestamp()),
  assignedToUserId: nullable(Type.Integer({ description: person })),
  counterpartyId: nullable(own()),
  facilityId: nullable(own()),
  decisionId: nullable(own()),
  documentId: nullable(
    Type.Integer({ description: 'A document of the workspace, of the `requiredDocumentType`.' }),
  ),
  submissionId: nullable(own()),
  parentObligationId: nullable(Type.Integer({ description: 'An open one, and none below it.' })),
  dealRowId: nullable(uuid('A row of any board or page.')),
  detail: detail(),
  isRecurring: Type.Boolean(),
  recurrenceRule: nullable(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'RFC 5545, as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH. It needs `dueAt`, the first time, and runs in the workspace’s time zone.',
    }),
  ),
  requiredDocumentType: nullable(text(100)),
  responsibleParty: oneOf(responsibleParties),
  slaHours: nullable(Type.Integer({ minimum: 0, maximum: 87_600 })),
}

export const { properties: optional } = Type.Partial(Type.Object(writable))

export const HistoryEntry = closed({
  id: uuid(),
  at: timestamp(),
  actor: Type.String({ description: '`user:<crmUserId>` or `system`.' }),
  action: oneOf([
    'created',
    'updated',
    'started',
    'submitted',
    'rejected',
    'completed',
    'waived',
    'cancelled',
    'reopened',
    'escalated',
  ]),
  reason: nullable(Type.String()),
  changes: Type.Array(closed({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }), {
    description: 'The fields that it changed, of those that people write, and the status.',
  }),
  successorId: nullable(
    Type.Integer({ description: 'The next of the series, that this completion or waiver made.' }),
  ),
})
