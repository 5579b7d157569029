import Type from 'typebox'
import { MOST_TITLES } from '../../shared/limits.ts'
import { closed, list, nullable, one, pageQuery, timestamp, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { operation } from '../language/operation.ts'

const Mention = named(
  'Mention',
  'A comment that mentions you.',
  closed({
    id: uuid('The comment’s id.'),
    definitionKey: Type.String(),
    definitionName: Type.String(),
    rowId: uuid(),
    title: nullable(Type.String({ description: 'The row’s title, as you see it.' })),
    body: Type.String(),
    createdBy: Type.String({ description: '`user:<crmUserId>`.' }),
    createdAt: timestamp(),
    readAt: nullable(timestamp('When you marked it as read.')),
  }),
)

const tag = 'Definitions'

/** The comments that mention the caller. */
export const mentionOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/mentions',
    tag,
    access: 'workspace',
    scope: 'records:read',
    summary: 'List the comments that mention you, newest first',
    description:
      'Covers all boards and pages. Comments on rows in the trash are left out, and so are your own.',
    query: named(
      'MentionsQuery',
      'Which mentions to list.',
      closed({
        ...pageQuery,
        unread: Type.Optional(
          Type.Boolean({ description: 'Only those that you have not read, or only the others.' }),
        ),
      }),
    ),
    answer: list(Mention),
    refuses: ['invalid_cursor'],
  }),
  markRead: operation({
    method: 'POST',
    path: '/v1/mentions/read',
    tag,
    access: 'any-seat',
    scope: 'records:write',
    summary: 'Mark mentions as read',
    description:
      'Takes the ids of comments. Those that do not mention you, or that you have read, stay as they are.',
    example: { ids: ['0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10'] },
    body: named(
      'ReadMentions',
      'Mentions that you have read.',
      closed({
        ids: Type.Array(uuid(), { minItems: 1, maxItems: MOST_TITLES, uniqueItems: true }),
      }),
    ),
    answer: one(
      named(
        'MentionsRead',
        'Mentions that were marked as read.',
        closed({ ids: Type.Array(uuid(), { description: 'Those that were unread before.' }) }),
      ),
    ),
  }),
}
