import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { closed, list, one, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

const mentions = Type.Array(Type.Integer(), {
  maxItems: 50,
  description: 'The `crmUserId`s of people who are called upon.',
})

export const Comment = closed({
  id: uuid(),
  body: Type.String(),
  mentions,
  createdBy: Type.String({ description: '`user:<crmUserId>`.' }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** What people say about a row. */
function commentOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const params = addressed(base, { rowId: uuid() })
  const commentParams = addressed(base, { rowId: uuid(), commentId: uuid() })
  const body = text(10_000)
  return {
    listComments: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/comments`,
      tag,
      access: 'workspace',
      summary: 'The comments on a row, oldest first',
      params,
      query: closed(pageQuery),
      answer: list(Comment),
      refuses: ['invalid_cursor'],
    }),
    createComment: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/comments`,
      tag,
      access: 'workspace',
      summary: 'Comment on a row',
      params,
      body: closed({ body, mentions: Type.Optional(mentions) }),
      answer: one(Comment),
      refuses: ['unknown_reference'],
    }),
    updateComment: operation({
      method: 'PATCH',
      path: `${base}/rows/{rowId}/comments/{commentId}`,
      tag,
      access: 'workspace',
      summary: 'Change a comment of one’s own',
      params: commentParams,
      body: closed(
        { body: Type.Optional(body), mentions: Type.Optional(mentions) },
        { minProperties: 1 },
      ),
      answer: one(Comment),
      refuses: ['unknown_reference'],
    }),
    removeComment: operation({
      method: 'DELETE',
      path: `${base}/rows/{rowId}/comments/{commentId}`,
      tag,
      access: 'workspace',
      summary: 'Delete a comment: one’s own, or as an admin anybody’s',
      params: commentParams,
    }),
  }
}

export const boardCommentOperations = commentOperations('/v1/boards/{id}')
export const pageCommentOperations = commentOperations('/v1/definitions/{key}')
