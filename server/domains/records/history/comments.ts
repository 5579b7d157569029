import type { EventVerb } from '../../../../contract/events/events.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { atLeast } from '../../../../shared/roles.ts'
import { actorRef, isOwn, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { issueAt, notFound, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import * as sql from './comments.sql.ts'
import { locateRow, type OfRow } from './located-row.ts'
import { replaceMentions } from './mentions.sql.ts'

export interface CommentBody {
  body: string
  mentions?: number[]
}

export async function listComments(
  tx: Tx,
  address: OfRow,
  query: { limit?: number; cursor?: string },
) {
  const { rowId } = await locateRow(tx, address)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const found = await sql.listComments(tx, rowId, after, limit + 1)
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map(commentOut), nextCursor }
}

/** @throws Refusal not_found, unknown_reference (a mentioned person has no active seat). */
export async function createComment(
  tx: Tx,
  actor: UserActor,
  address: OfRow,
  { body, mentions = [] }: CommentBody,
) {
  const { definition, rowId } = await locateRow(tx, address)
  await refuseStrangers(tx, mentions)
  const by = actorRef(actor)
  const made = await sql.insertComment(tx, { rowId, id: newId(), body, mentions, by })
  mention(tx, actor, rowId, made)
  appendCommentEvent(tx, actor, definition, 'created', rowId, made)
  return commentOut(made)
}

/** @throws Refusal not_found, unknown_reference, forbidden (it is somebody else's). */
export async function updateComment(
  tx: Tx,
  actor: UserActor,
  address: OfRow & { commentId: string },
  change: Partial<CommentBody>,
) {
  const { definition, rowId } = await locateRow(tx, address)
  const comment = await findComment(tx, rowId, address.commentId)
  if (!isOwn(actor, comment.created_by)) {
    throw new Refusal('forbidden', 'comment_of_others')
  }
  await refuseStrangers(tx, change.mentions ?? [])
  const changed = await sql.updateComment(tx, rowId, comment.id, change)
  if (change.mentions) mention(tx, actor, rowId, changed)
  appendCommentEvent(tx, actor, definition, 'updated', rowId, changed)
  return commentOut(changed)
}

/** @throws Refusal not_found, forbidden (it is somebody else's, and the actor is not an admin). */
export async function removeComment(
  tx: Tx,
  actor: UserActor,
  address: OfRow & { commentId: string },
): Promise<void> {
  const { definition, rowId } = await locateRow(tx, address)
  const comment = await findComment(tx, rowId, address.commentId)
  if (!isOwn(actor, comment.created_by) && !atLeast(actor.role, 'admin')) {
    throw new Refusal('forbidden', 'comment_not_deleted')
  }
  sql.deleteComment(tx, rowId, comment.id)
  appendCommentEvent(tx, actor, definition, 'deleted', rowId, comment)
}

/** Lets people find the comment that mentions them. Nobody needs to find their own. */
function mention(
  tx: Tx,
  { crmUserId }: UserActor,
  rowId: string,
  comment: sql.CommentRecord,
): void {
  const mentions = comment.mentions.filter((id) => id !== crmUserId)
  replaceMentions(tx, { rowId, id: comment.id, mentions })
}

async function findComment(tx: Tx, rowId: string, id: string): Promise<sql.CommentRecord> {
  const comment = await sql.findComment(tx, rowId, id)
  if (!comment) throw notFound()
  return comment
}

async function refuseStrangers(tx: Tx, mentions: readonly number[]): Promise<void> {
  if (mentions.length === 0) return
  const people = new Set((await listPeople(tx)).map(({ crmUserId }) => crmUserId))
  const issues = mentions.flatMap((crmUserId, index) =>
    people.has(crmUserId) ? [] : [issueAt(`body.mentions[${index}]`, why('no_active_seat', {}))],
  )
  if (issues.length > 0) throw refusalWith('unknown_reference', issues)
}

/** The event leaves out the text. People who can read the row can ask for it. */
function appendCommentEvent(
  tx: Tx,
  actor: UserActor,
  { kind, id }: Definition,
  verb: EventVerb<'comment'>,
  rowId: string,
  comment: sql.CommentRecord,
): void {
  appendEvent(tx, {
    type: `comment.${verb}`,
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: { rowId, commentId: comment.id, mentions: comment.mentions },
  })
}

export const commentOut = (comment: sql.CommentRecord) => ({
  id: comment.id,
  body: comment.body,
  mentions: comment.mentions,
  createdBy: comment.created_by,
  createdAt: comment.created_at.toISOString(),
  updatedAt: comment.updated_at.toISOString(),
})
