import Type from 'typebox'
import { Entry } from './accounting.ts'
import { addressed, type DefinitionBase } from './addressed.ts'
import { Comment } from './comments.ts'
import { closed, list, nullable, oneOf, pageQuery, timestamp, trashed, uuid } from './common.ts'
import { directions, mediums, messageStatuses, senderTypes } from './messages.ts'
import { operation } from './operation.ts'
import { HistoryEntry } from './row-changes.ts'

export const timelineKinds = [
  'created',
  'change',
  'comment',
  'obligation',
  'money',
  'agreement',
  'message',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened to a record; exactly the member of its kind is there, and `change` of `created` too. */
const TimelineEntry = closed({
  id: Type.String(),
  at: timestamp(),
  kind: oneOf(timelineKinds),
  actor: Type.String({
    description: '`user:<crmUserId>`, `key:<keyId>`, `system`, or `contact` of what came in.',
  }),
  change: Type.Optional({ ...HistoryEntry, description: 'Of `change`, and of `created`.' }),
  comment: Type.Optional(Comment),
  obligation: Type.Optional(
    closed({
      obligationId: Type.Integer(),
      title: Type.String(),
      action: Type.String(),
      status: Type.String({ description: 'What it is now.' }),
      reason: nullable(Type.String()),
    }),
  ),
  money: Type.Optional(closed({ dealName: Type.String(), currency: Type.String(), entry: Entry })),
  agreement: Type.Optional(
    closed({
      agreementKind: Type.String(),
      title: Type.String(),
      version: Type.String(),
      signerName: Type.String(),
      signatureId: uuid(),
    }),
  ),
  message: Type.Optional(
    closed({
      messageId: Type.Integer(),
      conversationId: Type.Integer(),
      medium: oneOf(mediums),
      direction: oneOf(directions),
      status: oneOf(messageStatuses, { description: 'What it is now.' }),
      senderType: oneOf(senderTypes),
      senderName: nullable(Type.String()),
      subject: nullable(Type.String()),
      excerpt: Type.String({ description: 'How it begins; empty once it is deleted.' }),
      isCall: Type.Boolean(),
      isDeleted: Type.Boolean(),
    }),
  ),
})

const timelineOperation = (base: DefinitionBase) => ({
  getTimeline: operation({
    method: 'GET',
    path: `${base}/rows/{rowId}/timeline`,
    tag: base === '/v1/boards/{id}' ? 'Boards' : 'Definitions',
    access: 'workspace',
    summary: 'All that happened to a record, newest first',
    description:
      'Its creation and changes (of the columns that the caller sees), comments, what was done about its obligations, the money of its deals, the messages of its conversations and, where it has a deal, the agreements that the workspace was bound by. Each entry has the member of its kind; `created` has the cells that the record began with in `change`. What comes while one goes from page to page moves nothing.',
    params: addressed(base, { rowId: uuid() }),
    query: closed({
      ...pageQuery,
      trashed: trashed('Of a row in the trash.'),
      kinds: Type.Optional(
        Type.String({
          pattern: `^(?:${timelineKinds.join('|')})(?:,(?:${timelineKinds.join('|')}))*$`,
          description: 'Only these, with commas.',
        }),
      ),
    }),
    answer: list(TimelineEntry),
    refuses: ['invalid_cursor'],
  }),
})

export const boardTimelineOperations = timelineOperation('/v1/boards/{id}')
export const pageTimelineOperations = timelineOperation('/v1/definitions/{key}')
