import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A place in the feed: a transaction, and an event that it wrote. A reader at that place has seen the event. */
export interface Position {
  xid: number
  id: string
}

/** Before every event. */
export const START: Position = { xid: 0, id: '00000000-0000-0000-0000-000000000000' }

export const compare = (a: Position, b: Position): number =>
  a.xid - b.xid || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const cursorOf = ({ xid, id }: Position): string => encodeCursor([xid, id])

/** @throws Refusal invalid_cursor */
export function positionOf(cursor: string): Position {
  const [xid, id] = decodeCursor(cursor, ['number', 'uuid'])
  if (xid < 0) throw new Refusal('invalid_cursor')
  return { xid, id }
}
