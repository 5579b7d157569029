import Type from 'typebox'
import {
  MOST_DOCUMENT_TYPE_CHARS,
  MOST_NOTES_CHARS,
  MOST_TITLE_CHARS,
} from '../../shared/limits.ts'
import { closedStatuses, openStatuses } from '../../shared/obligation-states.ts'
import {
  closed,
  crmUserId,
  integerId,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named } from '../language/named.ts'

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
export type Priority = (typeof priorities)[number]
export type Severity = (typeof severities)[number]
export const ObligationType = named(
  'ObligationType',
  'What kind of obligation it is.',
  oneOf(obligationTypes),
)
const ObligationStatus = named(
  'ObligationStatus',
  'Where the obligation stands. Completed, waived and cancelled ones are closed.',
  oneOf(obligationStatuses),
)
const Priority = named('ObligationPriority', 'How urgent the obligation is.', oneOf(priorities))
const ResponsibleParty = named(
  'ResponsibleParty',
  'Who has to meet the obligation.',
  oneOf(responsibleParties),
)
const Severity = named('BreachSeverity', 'How late an obligation is.', oneOf(severities))

const outside = 'An id of your own, kept as you send it.'
/** An id of another system, up to 2^53 − 1, so that it is exact in JSON. */
const own = () =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: outside })
const amount = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'In minor units of `currency`. Send both or neither.',
  })
const currency = () =>
  Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code.' })
const detail = () =>
  Type.Object({}, { additionalProperties: true, description: 'Anything you want to keep with it.' })

export const Obligation = named(
  'Obligation',
  'Something that is owed on a deal: a condition, a covenant, a payment or a task.',
  closed({
    id: integerId(),
    title: Type.String(),
    description: nullable(Type.String()),
    notes: nullable(Type.String()),
    obligationType: ObligationType,
    status: ObligationStatus,
    priority: Priority,
    amountMinor: nullable(amount()),
    currency: nullable(currency()),
    dueAt: nullable(timestamp()),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    assignedToUserId: nullable(crmUserId()),
    counterpartyId: nullable(own()),
    facilityId: nullable(own()),
    decisionId: nullable(own()),
    documentId: nullable(Type.Integer({ description: 'The document that meets it.' })),
    submissionId: nullable(own()),
    parentObligationId: nullable(Type.Integer()),
    dealRowId: nullable(uuid('The row it belongs to, usually one on the page `deals`.')),
    detail: detail(),
    isRecurring: Type.Boolean(),
    recurrenceRule: nullable(Type.String()),
    requiredDocumentType: nullable(Type.String()),
    responsibleParty: ResponsibleParty,
    slaHours: nullable(Type.Integer()),
    slaBreachAt: nullable(
      timestamp(
        'When it is late: `createdAt` plus `slaHours`, or `dueAt` if there are none. It no longer changes once the obligation is closed.',
      ),
    ),
    deadlineAt: nullable(
      timestamp('The earlier of `dueAt` and `slaBreachAt`, which the app sorts and shows.'),
    ),
    breachSeverity: nullable(
      described(
        Severity,
        'How late it is, or was when it was closed: `minor` up to 24 hours, `major` up to 72, then `critical`. One step higher if it is urgent.',
      ),
    ),
    escalatedAt: nullable(timestamp('When it was last escalated.')),
    escalatedToUserId: nullable(crmUserId()),
    completedAt: nullable(timestamp()),
    completedByUserId: nullable(crmUserId()),
    waivedAt: nullable(timestamp()),
    waivedByUserId: nullable(crmUserId()),
    waivedReason: nullable(Type.String()),
  }),
)

/** The fields that can be written. */
export const writable = {
  title: text(MOST_TITLE_CHARS),
  description: nullable(Type.String({ maxLength: MOST_NOTES_CHARS })),
  notes: nullable(Type.String({ maxLength: MOST_NOTES_CHARS })),
  obligationType: ObligationType,
  priority: Priority,
  amountMinor: nullable(amount()),
  currency: nullable(currency()),
  dueAt: nullable(timestamp()),
  assignedToUserId: nullable(crmUserId()),
  counterpartyId: nullable(own()),
  facilityId: nullable(own()),
  decisionId: nullable(own()),
  documentId: nullable(
    Type.Integer({
      description: 'A document of the workspace. It must have the `requiredDocumentType`.',
    }),
  ),
  submissionId: nullable(own()),
  parentObligationId: nullable(
    Type.Integer({ description: 'An open obligation that is not below this one.' }),
  ),
  dealRowId: nullable(uuid('A row of any board or page.')),
  detail: detail(),
  isRecurring: Type.Boolean(),
  recurrenceRule: nullable(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'A rule as in RFC 5545, such as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH, WKST; BYSETPOS with one day. It needs `dueAt` as its first date, and uses the workspace’s time zone.',
    }),
  ),
  requiredDocumentType: nullable(text(MOST_DOCUMENT_TYPE_CHARS)),
  responsibleParty: ResponsibleParty,
  slaHours: nullable(Type.Integer({ minimum: 0, maximum: 87_600 })),
}

export const { properties: optional } = Type.Partial(Type.Object(writable))

export const ObligationHistoryEntry = named(
  'ObligationHistoryEntry',
  'One thing that was done to an obligation.',
  closed({
    id: uuid(),
    at: timestamp(),
    actor: Type.String({ description: '`user:<crmUserId>` or `system`.' }),
    action: named(
      'ObligationAction',
      'What was done to the obligation.',
      oneOf([
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
    ),
    reason: nullable(Type.String()),
    changes: Type.Array(
      named(
        'FieldChange',
        'What one field held before and after a change.',
        closed({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
      ),
      {
        description: 'The fields that changed, including the status.',
      },
    ),
    successorId: nullable(
      Type.Integer({
        description: 'The next obligation of the series, if this one was recurring.',
      }),
    ),
  }),
)
