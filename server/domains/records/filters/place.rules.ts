import { Refusal } from '../../../platform/refusal.ts'
import { dayOf } from './days.rules.ts'
import { type Order, type Place, signatureOf } from './order.rules.ts'
import { type Comparison, startOf, type Target } from './targets.rules.ts'

/** A row as `placeOf` reads it. */
interface Placed {
  position: number
  /** As text. */
  cells: string
  source: string
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
  deleted_at?: string | null
}

/** A row's place in an order. Only a page's last row needs one, so the database does not return it with every row. */
export function placeOf({ keys }: Order, row: Placed): Place {
  const fields: Record<string, string | null> = {
    source: row.source,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    deletedAt: row.deleted_at ?? null,
  }
  const cells = keys.some(({ target }) => !(target.name in fields)) ? JSON.parse(row.cells) : {}
  return {
    position: row.position,
    values: keys.map(({ target }) =>
      target.name in fields ? fields[target.name]! : keyOf(target, cells[target.column!.slot]),
    ),
  }
}

/** The value that the target's key has in SQL. */
function keyOf({ comparison, nature }: Target, value: unknown): string | number | null {
  if (comparison === 'number') return typeof value === 'number' ? value : null
  if (nature === 'checkbox') return typeof value === 'object' ? null : String(value ?? false)
  if (typeof value !== 'string') return null
  return comparison === 'text' ? startOf(value) : value
}

/**
 * The place in an order that a cursor names.
 *
 * @throws Refusal invalid_cursor if it is not a cursor, or belongs to another order.
 */
export function placeIn(cursor: string, order: Order): Place {
  const parts = partsOf(cursor)
  const plain = order.keys.length === 0 && !order.descending
  const [signature, position, ...values] = plain ? [undefined, ...parts] : parts
  if (
    parts.length === order.keys.length + (plain ? 1 : 2) &&
    signature === (plain ? undefined : signatureOf(order)) &&
    Number.isSafeInteger(position) &&
    order.keys.every(({ target }, i) =>
      values[i] === null ? !target.always : fits[target.comparison](values[i]),
    )
  ) {
    return { position: position as number, values: values as Place['values'] }
  }
  throw new Refusal('invalid_cursor')
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return [] // not JSON, so not ours
  }
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 1000 && !value.includes('\0') && value.isWellFormed()

const fits: Record<Comparison, (value: unknown) => boolean> = {
  text: isText,
  bytes: isText,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  position: (value) => Number.isSafeInteger(value),
  time: (value) => typeof value === 'string' && isTime(value),
}

const isTime = (text: string): boolean => {
  const form = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(text)
  return (
    form !== null &&
    dayOf(form[1]!) !== undefined &&
    !Number.isNaN(Date.parse(`${form[1]}T${form[2]}Z`))
  )
}
