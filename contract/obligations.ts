import Type from 'typebox'
import { closed, integerId, list, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import {
  HistoryEntry,
  Obligation,
  obligationStatuses,
  obligationTypes,
  optional,
  person,
  writable,
} from './obligation-fields.ts'
import { operation } from './operation.ts'

const tag = 'Obligations'
const params = closed({ id: integerId() })
const reason = (what: string) => text(2000, what)
const kept = 'What meets it; it stays on the record.'
const closedAlready = ['already_completed', 'already_waived', 'already_cancelled'] as const

const statusList = `(?:${obligationStatuses.join('|')})`

export const obligationOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/obligations',
    tag,
    access: 'workspace',
    summary: 'What is owed',
    description:
      'By `id`, the newest last, unless `sort` says otherwise. Filters hold together; one with several values holds for any of them.',
    query: closed({
      ...pageQuery,
      status: Type.Optional(
        Type.String({
          pattern: `^${statusList}(?:,${statusList})*$`,
          description: 'One, or several with commas.',
        }),
      ),
      obligationType: Type.Optional(oneOf(obligationTypes)),
      assignedToUserId: Type.Optional(Type.Integer({ description: person })),
      dealRowId: Type.Optional(uuid()),
      parentObligationId: Type.Optional(Type.Integer()),
      dueFrom: Type.Optional(timestamp('Due at this time or later.')),
      dueTo: Type.Optional(timestamp('Due before this time.')),
      breached: Type.Optional(
        Type.Boolean({ description: 'Whether `slaBreachAt` is past, or was at the close.' }),
      ),
      forecast: Type.Optional(
        Type.String({
          pattern: '^[1-9]\\d{0,3}[hd]$',
          description:
            'Open ones that are not late yet and will be within so many hours or days, as `72h` or `7d`; the next first.',
        }),
      ),
      sort: Type.Optional(
        oneOf(['id', '-id', 'dueAt', '-dueAt'], {
          description: 'Those without `dueAt` come last both ways.',
        }),
      ),
    }),
    answer: list(Obligation),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/obligations',
    tag,
    access: 'workspace',
    summary: 'Add an obligation',
    description:
      'It is `open`, of priority `normal` and the responsibility of `internal` unless told. A recurring one needs `recurrenceRule` and `dueAt`.',
    body: closed({ ...optional, title: writable.title, obligationType: writable.obligationType }),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'parent_closed'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/obligations/{id}',
    tag,
    access: 'workspace',
    summary: 'One obligation',
    params,
    answer: one(Obligation),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/obligations/{id}',
    tag,
    access: 'workspace',
    summary: 'Change an obligation',
    description:
      'Its status moves by the verbs alone. Of a closed one only `notes`, `description` and `detail` may be changed. A new `dueAt` of a recurring one moves this instance alone; the next is the rule’s next after it and after where it stood. A new `recurrenceRule` begins a series at this instance’s `dueAt`.',
    params,
    body: closed(optional, { minProperties: 1 }),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'parent_closed', ...closedAlready],
  }),
  listHistory: operation({
    method: 'GET',
    path: '/v1/obligations/{id}/history',
    tag,
    access: 'workspace',
    summary: 'What was done to it, oldest first',
    params,
    query: closed(pageQuery),
    answer: list(HistoryEntry),
    refuses: ['invalid_cursor'],
  }),
  start: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/start',
    tag,
    access: 'workspace',
    summary: 'Somebody works on it: open → in_progress',
    params,
    answer: one(Obligation),
    refuses: ['already_started', 'already_submitted', ...closedAlready],
  }),
  submit: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/submit',
    tag,
    access: 'workspace',
    summary: 'It is handed in for review: open, in_progress → submitted',
    params,
    body: closed({ documentId: Type.Optional(Type.Integer({ description: kept })) }),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'document_required', 'already_submitted', ...closedAlready],
  }),
  reject: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/reject',
    tag,
    access: 'workspace',
    summary: 'What was handed in does not do: submitted → open',
    params,
    body: closed({ reason: reason('What is missing.') }),
    answer: one(Obligation),
    refuses: ['not_submitted', ...closedAlready],
  }),
  complete: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/complete',
    tag,
    access: 'workspace',
    summary: 'It was met: → completed',
    description:
      'Refused while a required document is missing (`document_required`: also where the document is of another type) or a child is open (`children_open`). Of a recurring one this makes the next: exactly one, however often it is completed.',
    params,
    body: closed({
      documentId: Type.Optional(Type.Integer({ description: kept })),
      notes: Type.Optional(
        Type.String({ maxLength: 20_000, description: 'In place of its notes.' }),
      ),
    }),
    answer: one(Obligation),
    refuses: ['unknown_reference', 'document_required', 'children_open', ...closedAlready],
  }),
  waive: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/waive',
    tag,
    access: 'workspace',
    summary: 'It need not be met: → waived',
    description: 'Of a recurring one this makes the next, unless the whole `series` is waived.',
    params,
    body: closed({
      reason: reason('Why; a waiver without a reason cannot be written.'),
      series: Type.Optional(Type.Boolean({ description: 'Ends the series: no next one is made.' })),
    }),
    answer: one(Obligation),
    refuses: closedAlready,
  }),
  cancel: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/cancel',
    tag,
    access: 'workspace',
    summary: 'It was a mistake or fell away: → cancelled, with all that is open below it',
    description: 'A series ends with it.',
    params,
    body: closed({ reason: reason('Why.') }),
    answer: one(Obligation),
    refuses: closedAlready,
  }),
  reopen: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/reopen',
    tag,
    access: 'workspace:admin',
    summary: 'It was not met after all: completed → open',
    params,
    body: closed({ reason: reason('Why.') }),
    answer: one(Obligation),
    refuses: ['not_completed', 'parent_closed', 'already_waived', 'already_cancelled'],
  }),
  escalate: operation({
    method: 'POST',
    path: '/v1/obligations/{id}/escalate',
    tag,
    access: 'workspace',
    summary: 'Bring it before somebody',
    description:
      'Before `toUserId`, or whom the workspace’s `escalationUserId` names, or a manager, or an owner. What is late is escalated by itself, once. Again is possible, for another person.',
    params,
    body: closed({
      toUserId: Type.Optional(Type.Integer({ description: person })),
      reason: Type.Optional(reason('Why.')),
    }),
    answer: one(Obligation),
    refuses: ['unknown_reference', ...closedAlready],
  }),
}
