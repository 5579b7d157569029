import type { DefinitionAddress } from '../../../contract/language/addressed.ts'
import type { TimelineKind } from '../../../contract/timelines/timeline.ts'
import type { Scope } from '../../../shared/token-scopes.ts'
import { hasScope, type UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, type Moment, page } from '../../platform/http/cursor.ts'
import { Refusal } from '../../platform/refusal.ts'
import { moneyOfRow, rowHasDeal } from '../accounting/figures/row-money.ts'
import { bindingsBefore } from '../agreements/row-agreements.ts'
import { messagesOfRow } from '../comms/threads/row-messages.ts'
import { obligationsOfRow } from '../obligations/listing/row-obligations.ts'
import type { MoneySight } from '../policies/money.rules.ts'
import { moneySight } from '../policies/money.ts'
import {
  changesBefore,
  commentsBefore,
  creationBefore,
  filesBefore,
  findTimelineRow,
  type TimelineRow,
} from '../records/history/row-timeline.ts'
import { behind, cursorParts, kindsIn, newest, type Place, placeFrom } from './timelines.rules.ts'

/** One entry. It also has the member that its kind adds, such as `comment`. */
interface Happening extends Moment {
  at: string
  actor: string
}

/** Reads up to `limit` entries of a kind from before a moment, newest first. A new kind of entry adds one source. */
type Source = (
  tx: Tx,
  watched: TimelineRow & { sight: MoneySight },
  before: Moment,
  limit: number,
) => Promise<readonly Happening[]>

const sources: Record<TimelineKind, Source> = {
  created: creationBefore,
  change: changesBefore,
  comment: commentsBefore,
  obligation: (tx, { row }, before, limit) => obligationsOfRow(tx, row.id, before, limit),
  money: (tx, { sight, row }, before, limit) => moneyOfRow(tx, sight, row.id, before, limit),
  agreement: async (tx, { sight, row }, before, limit) =>
    (await rowHasDeal(tx, sight, row.id)) ? bindingsBefore(tx, before, limit) : [],
  message: (tx, { row }, before, limit) => messagesOfRow(tx, row.id, before, limit),
  file: filesBefore,
}

/**
 * Everything that happened to a row, newest first, as this reader may see it. Each source reads on from where the
 * previous page ended, so new entries do not shift the pages.
 *
 * @throws Refusal not_found, invalid_cursor.
 */
export async function listTimeline(
  tx: Tx,
  actor: UserActor,
  address: DefinitionAddress & { rowId: string },
  query: { limit?: number; cursor?: string; trashed?: boolean; kinds?: string },
) {
  const place = query.cursor ? placeIn(query.cursor) : undefined
  const watched = {
    ...(await findTimelineRow(tx, actor, address, query.trashed)),
    sight: await moneySight(tx, actor),
  }
  const limit = query.limit ?? DEFAULT_LIMIT
  const lists = await Promise.all(
    kindsFor(actor, query.kinds).map(async (kind) => {
      const found = await sources[kind](tx, watched, behind(place, kind), limit + 1)
      return found.map((happening) => ({ ...happening, kind }))
    }),
  )
  const { items, nextCursor } = page(newest(lists, limit + 1), limit, cursorParts)
  return { data: items.map(({ atUs: _, ...entry }) => entry), nextCursor }
}

/** What a token needs to read a kind, besides the records. */
const scopes: Partial<Record<TimelineKind, Scope>> = {
  obligation: 'obligations:read',
  money: 'accounting:read',
  agreement: 'agreements:read',
  message: 'conversations:read',
}

const kindsFor = (actor: UserActor, asked: string | undefined): TimelineKind[] =>
  kindsIn(asked).filter((kind) => {
    const scope = scopes[kind]
    return scope === undefined || hasScope(actor, scope)
  })

function placeIn(cursor: string): Place {
  const place = placeFrom(decodeCursor(cursor, ['number', 'number', 'uuid']))
  if (!place) throw new Refusal('invalid_cursor')
  return place
}
