import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import type { Refusal, RowError } from '../../../platform/refusal.ts'
import { clipped } from '../../records/cells/words.ts'
import { type DefinitionView, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { ignoredOut, type RowReceipt, whyIgnored } from '../../records/rows/rows.rules.ts'
import type { Writer } from '../keys/writer.rules.ts'
import { dayBefore, idsOfDay } from './receipt-days.rules.ts'
import * as sql from './receipts.sql.ts'

const KEPT = 100
/** How long what was blocked can be read and accepted. `purgeBlocked` removes it. */
const KEPT_BLOCKED_MS = 30 * 24 * 60 * 60_000
/** A busy key makes 170,000 requests a day, so there is a limit to how many are counted at once. */
const MOST_COUNTED = 50_000

/** What to store of a written request's receipts; null if every cell was stored as sent. */
export function detailsOf(receipts: readonly RowReceipt[]): sql.ReceiptDetails | null {
  const coerced = firstItems(receipts.map((receipt) => receipt.coerced))
  const ignored = firstItems(receipts.map((receipt) => receipt.ignored))
  const unresolved = firstItems(receipts.map((receipt) => receipt.unresolved ?? []))
  const files = firstItems(receipts.map((receipt) => receipt.files ?? []))
  if (!coerced && !ignored && !unresolved && !files) return null
  return {
    ...(coerced ? { coerced } : {}),
    ...(ignored ? { ignored } : {}),
    ...(unresolved ? { unresolved } : {}),
    ...(files ? { files } : {}),
  }
}

/** What to store of a refusal: its errors, each with the slot of its column, if any. */
export function refusedDetails(
  errors: readonly RowError[],
  message: string,
  view: DefinitionView | undefined,
): sql.ReceiptDetails {
  const all = errors.length > 0 ? errors : [{ index: 0, message }]
  return {
    refused: {
      count: all.length,
      items: all.slice(0, KEPT).map((error) => ({
        ...error,
        message: clipped(error.message, 500),
        column: error.column ?? null,
        slot: (error.column !== undefined ? view?.find(error.column)?.slot : undefined) ?? null,
      })),
    },
  }
}

/** The receipt of a refusal. */
export function keepRefusal(
  tx: Tx,
  writer: Writer,
  { view }: { view: DefinitionView },
  { details: { errors = [] }, message }: Refusal,
  rowCount: number,
  outcome: sql.Outcome = 'refused',
): void {
  keepReceipt(tx, writer, outcome, rowCount, refusedDetails(errors, message, view))
}

/** @returns the id of the receipt. */
export function keepReceipt(
  tx: Tx,
  { definitionId, sender }: Writer,
  outcome: sql.Outcome,
  rowCount: number,
  details: sql.ReceiptDetails | null,
  firstPosition: number | null = null,
): string {
  const id = newId()
  sql.insertReceipts(tx, [{ id, definitionId, sender, outcome, rowCount, firstPosition, details }])
  return id
}

/** The number of items in all rows, and the first of them. */
function firstItems<T>(rows: readonly (readonly T[])[]): sql.Kept<T> | undefined {
  const count = rows.reduce((sum, items) => sum + items.length, 0)
  if (count === 0) return undefined
  const items: (T & { index: number })[] = []
  for (let index = 0; index < rows.length && items.length < KEPT; index++) {
    for (const item of rows[index]!.slice(0, KEPT - items.length)) items.push({ index, ...item })
  }
  return { count, items }
}

/** The stored receipts of a definition, newest first, as this reader sees them. */
export async function listReceipts(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  query: SenderQuery & { limit?: number; cursor?: string; outcome?: sql.Outcome; day?: string },
) {
  const definition = await locate(tx, address)
  const view = viewOf(definition, actor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const found = await sql.listReceipts(tx, definition.id, {
    ...filterOf(query),
    outcome: query.outcome ?? null,
    before: query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null,
    day: query.day ? idsOfDay(query.day, definition.locale.timeZone) : null,
    limit: limit + 1,
  })
  const { items, nextCursor } = page(found, limit, (receipt) => [receipt.id])
  return { data: items.map((receipt) => receiptOut(view, receipt)), nextCursor }
}

/** The receipts of some days, counted by day and key, as this reader sees them. */
export async function countReceipts(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  { days = 14, ...query }: SenderQuery & { days?: number },
) {
  const definition = await locate(tx, address)
  const view = viewOf(definition, actor)
  const { timeZone } = definition.locale
  const to = await sql.today(tx, timeZone)
  const from = dayBefore(to, days - 1)
  const found = await sql.countReceipts(tx, definition.id, {
    ...filterOf(query),
    from: idsOfDay(from, timeZone).from,
    timeZone,
    most: MOST_COUNTED,
    slots: view.columns.map(({ slot }) => slot),
    columns: view.columns.map(({ key }) => key),
    seesAll: view.columns.length === definition.columns.length,
    unknown: whyIgnored.unknown,
  })
  const counted = found.reduce((sum, { requests }) => sum + requests, 0)
  const complete = counted < MOST_COUNTED
  const out = found.map(({ key_id, form_id, address_id, hook_id, ...counts }) => ({
    ...counts,
    ...senderOut({ key_id, form_id, address_id, hook_id }),
  }))
  return { data: { from, to, timeZone, complete, days: out } }
}

/** Whose receipts are asked for. */
interface SenderQuery {
  keyId?: string
  formId?: string
  addressId?: string
  hookId?: string
}

const filterOf = ({ keyId, formId, addressId, hookId }: SenderQuery) => ({
  keyId: keyId ?? null,
  formId: formId ?? null,
  addressId: addressId ?? null,
  hookId: hookId ?? null,
})

const senderOut = (
  receipt: Pick<sql.ReceiptRecord, 'key_id' | 'form_id' | 'address_id' | 'hook_id'>,
) => ({
  keyId: receipt.key_id,
  formId: receipt.form_id,
  addressId: receipt.address_id,
  hookId: receipt.hook_id,
})

/** Leaves out everything about columns that the reader cannot see, also from the counts. */
function receiptOut(view: DefinitionView, receipt: sql.ReceiptRecord) {
  const { coerced, ignored, unresolved, refused, files, blocked } = receipt.details ?? {}
  return {
    id: receipt.id,
    at: receipt.at.toISOString(),
    ...senderOut(receipt),
    outcome: receipt.outcome,
    rowCount: receipt.row_count,
    firstPosition: receipt.first_position,
    coerced: project(view, coerced, ({ index, slot, sent, stored }) => {
      const column = view.ofSlot(slot)?.key
      return column === undefined ? undefined : { index, column, sent, stored }
    }),
    // An unknown name reveals nothing; any other belongs to a column, which may be hidden now.
    ignored: project(view, ignored, ({ index, ...item }) =>
      item.why === whyIgnored.unknown || view.find(item.column)
        ? { index, ...ignoredOut(view, item) }
        : undefined,
    ),
    ...(unresolved && {
      unresolved: project(view, unresolved, ({ index, slot, sent }) => {
        const column = view.ofSlot(slot)?.key
        return column === undefined ? undefined : { index, column, sent }
      }),
    }),
    ...(files && {
      files: project(view, files, ({ index, slot, name, sha256, seenBefore }) => {
        const column = view.ofSlot(slot)?.key
        return column === undefined ? undefined : { index, column, name, sha256, seenBefore }
      }),
    }),
    refused: project(view, refused, ({ slot, ...error }) =>
      slot !== null && !view.ofSlot(slot) ? undefined : error,
    ),
    ...(blocked && {
      blocked: {
        why: blocked.why,
        until: new Date(receipt.at.getTime() + KEPT_BLOCKED_MS).toISOString(),
        cells: view.columns.flatMap(({ id, key }) => {
          const sent = receipt.shown?.[id]
          return sent === undefined ? [] : [{ column: key, sent }]
        }),
        acceptedBy: receipt.accepted_by,
        rowId: receipt.row_id,
      },
    }),
  }
}

function project<T, O>(
  { columns, definition }: DefinitionView,
  kept: sql.Kept<T> | undefined,
  out: (item: T & { index: number }) => O | undefined,
): { count: number; items: O[] } {
  if (!kept) return { count: 0, items: [] }
  const items = kept.items.flatMap((item) => out(item) ?? [])
  // For counted items that are not stored, the columns are unknown.
  const sure = kept.count === kept.items.length || columns.length === definition.columns.length
  const hidden = kept.items.length - items.length
  return { count: sure ? kept.count - hidden : items.length, items: items as O[] }
}
