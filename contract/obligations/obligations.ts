import Type from 'typebox'
import { MOST_NOTES_CHARS, MOST_REASON_CHARS } from '../../shared/limits.ts'
import { UNDO_MINUTES } from '../../shared/obligation-states.ts'
import {
  closed,
  crmUserId,
  integerId,
  list,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  someOf,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import {
  Obligation,
  ObligationHistoryEntry,
  ObligationType,
  obligationStatuses,
  optional,
  writable,
} from './obligation-fields.ts'

const tag = 'Obligations'
const params = closed({ id: parameter('ObligationId', integerId('The obligation’s id.')) })
const reason = (what: string) => text(MOST_REASON_CHARS, what)
const kept = 'The document that meets it. It is kept with the obligation.'
const closedAlready = ['already_completed', 'already_waived', 'already_cancelled'] as const
const notReopened = [
  'not_completed',
  'parent_closed',
  'already_waived',
  'already_cancelled',
] as const

export const obligationOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/obligations',
    tag,
    access: 'workspace',
    scope: 'obligations:read',
    summary: 'List the obligations',
    description:
      'Ordered by `id` unless `sort` says otherwise, so the newest come last. All filters must match; a filter with several values matches any of them.',
    query: named(
      'ObligationsQuery',
      'Which obligations to list, and in which order.',
      closed({
        ...pageQuery,
        status: Type.Optional(
          someOf(
            obligationStatuses,
            `One status, or several separated by commas: \`${obligationStatuses.join('`, `')}\`.`,
          ),
        ),
        obligationType: Type.Optional(ObligationType),
        assignedToUserId: Type.Optional(crmUserId()),
        dealRowId: Type.Optional(uuid('Only obligations of this row.')),
        parentObligationId: Type.Optional(
          Type.Integer({ description: 'Only obligations below this one.' }),
        ),
        dueFrom: Type.Optional(timestamp('Due at this time or later.')),
        dueTo: Type.Optional(timestamp('Due before this time.')),
        deadlineFrom: Type.Optional(timestamp('With `deadlineAt` at this time or later.')),
        deadlineTo: Type.Optional(timestamp('With `deadlineAt` before this time.')),
        overdue: Type.Optional(
          Type.Boolean({
            description: 'Whether `deadlineAt` is past, or was past when it was closed.',
          }),
        ),
        breached: Type.Optional(
          Type.Boolean({
            description: 'Whether `slaBreachAt` is past, or was past when it was closed.',
          }),
        ),
        forecast: Type.Optional(
          Type.String({
            pattern: '^[1-9]\\d{0,3}[hd]$',
            description:
              'Open obligations that are not late yet but will be within this many hours or days, such as `72h` or `7d`. The next one comes first.',
          }),
        ),
        sort: Type.Optional(
          oneOf(['id', '-id', 'dueAt', '-dueAt', 'deadlineAt', '-deadlineAt'], {
            description: 'Obligations without the time that they are sorted by always come last.',
          }),
        ),
      }),
    ),
    answer: list(Obligation),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/obligations',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Add an obligation',
    description:
      'It starts as `open`, with the priority `normal` and the responsible party `internal` by default. A recurring one needs `recurrenceRule` and `dueAt`.',
    example: {
      title: 'Send the October bank statement',
      obligationType: 'stipulation',
      priority: 'high',
      dueAt: '2030-12-02T17:00:00Z',
      requiredDocumentType: 'bank_statement',
      responsibleParty: 'borrower',
    },
    body: named(
      'NewObligation',
      'An obligation to be added.',
      closed({ ...optional, title: writable.title, obligationType: writable.obligationType }),
    ),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'parent_closed'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/obligations/{id}',
    tag,
    access: 'workspace',
    scope: 'obligations:read',
    summary: 'Get one obligation',
    description: 'Returns the obligation as it is now. Its history is listed separately.',
    params,
    answer: one(Obligation),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/obligations/{id}',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Change an obligation',
    description:
      'Changes only the fields that are sent. The status is changed by the other operations (start, submit, complete and so on). Once it is closed, only `notes`, `description` and `detail` can be changed. A new `dueAt` of a recurring obligation moves this one only; the next one follows the rule after both dates. A new `recurrenceRule` starts a new series at the `dueAt` of this one.',
    params,
    example: { dueAt: '2030-12-05T17:00:00Z', priority: 'urgent' },
    body: named(
      'ObligationChange',
      'The fields of an obligation to change.',
      closed(optional, { minProperties: 1 }),
    ),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'parent_closed', ...closedAlready],
  }),
  listHistory: operation({
    method: 'GET',
    path: '/v1/obligations/{id}/history',
    tag,
    access: 'workspace',
    scope: 'obligations:read',
    summary: 'List what was done to an obligation, oldest first',
    description: 'Says who did what and when, with the reason and the fields that changed.',
    params,
    query: PageQuery,
    answer: list(ObligationHistoryEntry),
    refuses: ['invalid_cursor'],
  }),
  start: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/start',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Start work: open → in_progress',
    description: 'Use it when somebody begins to work on the obligation.',
    params,
    answer: one(Obligation),
    refuses: ['already_started', 'already_submitted', ...closedAlready],
  }),
  submit: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/submit',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Submit for review: open, in_progress → submitted',
    description:
      'Use it when the obligation has been met and somebody else is to check it. If a document of a certain type is required, it must be there.',
    params,
    example: { documentId: 31 },
    body: named(
      'ObligationSubmission',
      'What is submitted.',
      closed({ documentId: Type.Optional(Type.Integer({ description: kept })) }),
    ),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'document_required', 'already_submitted', ...closedAlready],
  }),
  reject: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/reject',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Reject what was submitted: submitted → open',
    description:
      'Use it when the review finds something missing. The reason is kept in the history.',
    params,
    example: { reason: 'Page 2 is missing' },
    body: named(
      'ObligationRejection',
      'Why a submission is rejected.',
      closed({ reason: reason('What is missing.') }),
    ),
    answer: one(Obligation),
    refuses: ['not_submitted', ...closedAlready],
  }),
  complete: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/complete',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Complete: any open status → completed',
    description:
      'Refused while a required document is missing or of another type (`document_required`), or while a child is open (`children_open`). Completing a recurring obligation creates the next one, exactly one, however often the request is repeated.',
    params,
    example: { notes: 'Checked against the ledger.' },
    body: named(
      'ObligationCompletion',
      'What completes an obligation.',
      closed({
        documentId: Type.Optional(Type.Integer({ description: kept })),
        notes: Type.Optional(
          Type.String({ maxLength: MOST_NOTES_CHARS, description: 'Replaces its notes.' }),
        ),
      }),
    ),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'document_required', 'children_open', ...closedAlready],
  }),
  waive: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/waive',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Waive: any open status → waived',
    description:
      'Use it when the obligation no longer has to be met; a reason is required. Waiving a recurring obligation creates the next one, unless `series` ends the series.',
    params,
    example: { reason: 'Not needed below $50,000' },
    body: named(
      'ObligationWaiver',
      'Why an obligation is waived.',
      closed({
        reason: reason('Why it is waived.'),
        series: Type.Optional(
          Type.Boolean({ description: '`true` ends the series, so that no new one is created.' }),
        ),
      }),
    ),
    answer: one(Obligation),
    refuses: closedAlready,
  }),
  cancel: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/cancel',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Cancel: any open status → cancelled',
    description:
      'Use it for an obligation that was a mistake or is no longer needed. Every open obligation below it is cancelled too, and a series ends.',
    params,
    example: { reason: 'The deal fell through' },
    body: named('ObligationReason', 'Why the status changes.', closed({ reason: reason('Why.') })),
    answer: one(Obligation),
    refuses: closedAlready,
  }),
  reopen: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/reopen',
    tag,
    access: 'workspace:admin',
    scope: 'obligations:write',
    summary: 'Reopen: completed → open',
    description:
      'Use it when a completed obligation turns out not to have been met. The reason is kept in the history.',
    params,
    example: { reason: 'The statement was of the wrong month' },
    body: named('ObligationReason', 'Why the status changes.', closed({ reason: reason('Why.') })),
    answer: one(Obligation),
    refuses: notReopened,
  }),
  undoCompletion: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/undo-completion',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Undo your own completion: completed → open',
    description: `Corrects a slip: whoever completed an obligation can undo that for ${UNDO_MINUTES} minutes, and nobody else can. After that, an admin can reopen it. The history and the events show it as reopened.`,
    params,
    answer: one(Obligation),
    refuses: notReopened,
  }),
  escalate: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/escalate',
    tag,
    access: 'workspace',
    scope: 'obligations:write',
    summary: 'Escalate to a person',
    description:
      'Escalates to `toUserId`, or to the workspace’s `escalationUserId`, or to a manager, or to an owner. Late obligations are escalated automatically, once. An obligation can be escalated again to somebody else.',
    params,
    example: { toUserId: 2, reason: 'The borrower does not answer' },
    body: named(
      'ObligationEscalation',
      'Whom to escalate to, and why.',
      closed({
        toUserId: Type.Optional(crmUserId()),
        reason: Type.Optional(reason('Why.')),
      }),
    ),
    answer: one(Obligation),
    refuses: ['unknown_reference', ...closedAlready],
  }),
}
