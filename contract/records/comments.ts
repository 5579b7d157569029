import Type from 'typebox'
import { MOST_COMMENT_CHARS } from '../../shared/limits.ts'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, list, one, PageQuery, text, timestamp, uuid } from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

const mentions = Type.Array(Type.Integer(), {
  maxItems: 50,
  description: 'The people to mention, by `crmUserId`.',
})

export const Comment = named(
  'Comment',
  'A comment on a row.',
  closed({
    id: uuid(),
    body: Type.String(),
    mentions,
    createdBy: Type.String({ description: '`user:<crmUserId>`.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  }),
)

/** Comments on rows. */
export const commentOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, { rowId })
  const commentParams = addressed(base, {
    rowId,
    commentId: parameter('CommentId', uuid('The comment’s id.')),
  })
  const body = text(MOST_COMMENT_CHARS)
  return {
    listComments: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/comments`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the comments on a row, oldest first',
      description: 'Returns every comment on the row, with who wrote it and when.',
      params,
      query: PageQuery,
      answer: list(Comment),
      refuses: ['invalid_cursor'],
    }),
    createComment: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/comments`,
      tag,
      access: 'workspace',
      scope: 'records:write',
      summary: 'Comment on a row',
      description: 'Adds a comment in your name. List people in `mentions` to mention them.',
      params,
      example: { body: 'Sent the term sheet; they answer by Friday.' },
      body: named(
        'NewComment',
        'A comment to be added.',
        closed({ body, mentions: Type.Optional(mentions) }),
      ),
      answer: one(Comment),
      refuses: ['unknown_reference'],
    }),
    updateComment: operation({
      method: 'PATCH',
      path: `${base}/rows/{rowId}/comments/{commentId}`,
      tag,
      access: 'workspace',
      scope: 'records:write',
      summary: 'Change your own comment',
      description:
        'Changes only the fields that are sent. Nobody can change somebody else’s comment.',
      params: commentParams,
      example: { body: 'Sent the term sheet; they answer by Monday.' },
      body: named(
        'CommentChange',
        'The fields of a comment to change.',
        closed(
          { body: Type.Optional(body), mentions: Type.Optional(mentions) },
          { minProperties: 1 },
        ),
      ),
      answer: one(Comment),
      refuses: ['unknown_reference'],
    }),
    removeComment: operation({
      method: 'DELETE',
      path: `${base}/rows/{rowId}/comments/{commentId}`,
      tag,
      access: 'workspace',
      scope: 'records:write',
      summary: 'Delete a comment',
      description: 'You can delete your own comments; admins and owners can delete anybody’s.',
      params: commentParams,
    }),
  }
})
