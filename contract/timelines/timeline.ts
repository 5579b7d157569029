import Type from 'typebox'
import { Entry } from '../accounting/accounting.ts'
import { Medium, MessageDirection, MessageStatus, SenderType } from '../comms/messages.ts'
import { addressed, rowId } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  oneOf,
  pageQuery,
  someOf,
  timestamp,
  trashed,
  uuid,
} from '../language/common.ts'
import { described, named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Comment } from '../records/comments.ts'
import { HistoryEntry } from '../records/history.ts'
import { RowFile } from '../records/row-files.ts'

export const timelineKinds = [
  'created',
  'change',
  'comment',
  'obligation',
  'money',
  'agreement',
  'message',
  'file',
] as const
export type TimelineKind = (typeof timelineKinds)[number]
const TimelineKind = named('TimelineKind', 'What kind of thing happened.', oneOf(timelineKinds))

const TimelineEntry = named(
  'TimelineEntry',
  'One thing that happened to a row. It has the one member that its `kind` names; `created` has `change`.',
  closed({
    id: Type.String(),
    at: timestamp(),
    kind: TimelineKind,
    actor: Type.String({
      description:
        '`user:<crmUserId>`, `key:<keyId>` or `system`; `contact` for a message that came in.',
    }),
    change: Type.Optional(described(HistoryEntry, 'With `change` and `created`.')),
    comment: Type.Optional(Comment),
    file: Type.Optional(described(RowFile, 'A file that was added to the row.')),
    obligation: Type.Optional(
      named(
        'TimelineObligation',
        'Something that was done about an obligation.',
        closed({
          obligationId: Type.Integer(),
          title: Type.String(),
          action: Type.String(),
          status: Type.String({ description: 'Its status now.' }),
          reason: nullable(Type.String()),
        }),
      ),
    ),
    money: Type.Optional(
      named(
        'TimelineMoney',
        'An entry in the ledger of a deal.',
        closed({ dealName: Type.String(), currency: Type.String(), entry: Entry }),
      ),
    ),
    agreement: Type.Optional(
      named(
        'TimelineAgreement',
        'An agreement that was signed for the workspace.',
        closed({
          agreementKind: Type.String(),
          title: Type.String(),
          version: Type.String(),
          signerName: Type.String(),
          signatureId: uuid(),
        }),
      ),
    ),
    message: Type.Optional(
      named(
        'TimelineMessage',
        'A message to or from the contact.',
        closed({
          messageId: Type.Integer(),
          conversationId: Type.Integer(),
          medium: Medium,
          direction: MessageDirection,
          status: described(MessageStatus, 'Its status now.'),
          inOutbox: Type.Optional(
            Type.Literal(true, {
              description: 'The message stayed in the local outbox, so nobody else got it.',
            }),
          ),
          senderType: SenderType,
          senderName: nullable(Type.String()),
          subject: nullable(Type.String()),
          excerpt: Type.String({
            description: 'The start of the text. Empty if the message is deleted.',
          }),
          isCall: Type.Boolean(),
          isDeleted: Type.Boolean(),
        }),
      ),
    ),
  }),
)

export const timelineOperations = onDefinitions(({ base, tag }) => ({
  getTimeline: operation({
    method: 'GET',
    path: `${base}/rows/{rowId}/timeline`,
    tag,
    access: 'workspace',
    scope: 'records:read',
    summary: 'List everything that happened to a row, newest first',
    description:
      'Its creation and changes (in columns that you can see), comments, the files that were added to it, work on its obligations, the money of its deals and the messages of its conversations. If it has a deal, the agreements that the workspace signed are listed too. Entries that are added while you page through do not shift the pages.',
    params: addressed(base, { rowId }),
    query: named(
      'TimelineQuery',
      'Which entries to list.',
      closed({
        ...pageQuery,
        trashed: trashed('The row is in the trash.'),
        kinds: Type.Optional(
          someOf(
            timelineKinds,
            `Only these kinds, separated by commas: \`${timelineKinds.join('`, `')}\`.`,
          ),
        ),
      }),
    ),
    answer: list(TimelineEntry),
    refuses: ['invalid_cursor'],
  }),
}))
