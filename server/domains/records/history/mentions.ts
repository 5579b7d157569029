import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { titlesOf } from '../titles/row-titles.ts'
import * as sql from './mentions.sql.ts'

/** The comments that mention the actor, with the titles of their rows. */
export async function listMentions(
  tx: Tx,
  actor: UserActor,
  query: { limit?: number; cursor?: string; unread?: boolean },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const found = await sql.listMentions(tx, {
    crmUserId: actor.crmUserId,
    unread: query.unread ?? null,
    before: query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null,
    limit: limit + 1,
  })
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  const titles = await titlesOf(tx, actor, [...new Set(items.map(({ row_id }) => row_id))])
  const data = items.flatMap((mention) => {
    const row = titles.get(mention.row_id)
    if (!row) return []
    return [
      {
        id: mention.id,
        definitionKey: row.definition.key,
        definitionName: row.definition.name,
        rowId: mention.row_id,
        title: row.title,
        body: mention.body,
        createdBy: mention.created_by,
        createdAt: mention.created_at.toISOString(),
        readAt: mention.read_at?.toISOString() ?? null,
      },
    ]
  })
  return { data, nextCursor }
}

export async function readMentions(
  tx: Tx,
  { crmUserId }: UserActor,
  ids: readonly string[],
): Promise<{ ids: string[] }> {
  return { ids: await sql.markRead(tx, crmUserId, ids) }
}
