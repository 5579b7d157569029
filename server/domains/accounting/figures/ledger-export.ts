import { Readable } from 'node:stream'
import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import { CSV_TYPE } from '../../../../contract/records/exports.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Download } from '../../../platform/http/downloads.ts'
import { notFound } from '../../../platform/refusal.ts'
import { appendReadEvent } from '../../events/events.ts'
import { seesDeal, splitsSeen } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { BYTE_ORDER_MARK } from '../../records/exports/csv.rules.ts'
import { attachment } from '../../records/exports/file-names.rules.ts'
import { ledgerHead, ledgerLine } from './ledger-export.rules.ts'
import * as sql from './ledger-export.sql.ts'
import { lineOut } from './projection.rules.ts'

const FIRST_ENTRIES = 20
const MOST_ENTRIES = 500
/** How many lines a block should have. An entry has one line, or one for every split that gets a part of it. */
const BLOCK_LINES = 1000

/**
 * Exports the ledger, or its entries of one kind, up to the last entry when the export begins. Entries never change, so
 * the file is the ledger of that moment, however long the download takes. Each block is read in its own short
 * transaction.
 *
 * @throws Refusal not_found
 */
export async function openLedgerExport(
  db: Database,
  actor: UserActor,
  dealId: number,
  kind?: EntryKind,
): Promise<Download> {
  const deal = await db.readWorkspace(actor, async (tx) =>
    seesDeal(await moneySight(tx, actor), dealId) ? sql.findLedger(tx, dealId) : undefined,
  )
  if (!deal) throw notFound()
  await appendReadEvent(db, actor, {
    type: 'export.made',
    actor: actorRef(actor),
    subject: `deal:${dealId}`,
    data: { format: 'csv', dealId },
  })
  return {
    type: CSV_TYPE,
    disposition: attachment(`${deal.name} ledger`, 'ledger', 'csv'),
    body: Readable.from(chunks(db, actor, dealId, deal, kind), { objectMode: false }),
  }
}

async function* chunks(
  db: Database,
  actor: UserActor,
  dealId: number,
  { currency, entry_count: last }: sql.LedgerHead,
  kind: EntryKind | undefined,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + ledgerHead)
  let entries = FIRST_ENTRIES
  for (let after = 0; after < last; ) {
    const until = Math.min(after + entries, last)
    const lines = await db.readWorkspace(actor, async (tx) => {
      const sight = await moneySight(tx, actor)
      const found = await sql.listLedgerLines(tx, dealId, splitsSeen(sight), after, until, kind)
      return found.map((line) => lineOut(sight, line))
    })
    yield Buffer.from(lines.map((line) => ledgerLine(line, currency)).join(''))
    // An export of one kind can have blocks without lines.
    entries = Math.ceil((BLOCK_LINES * (until - after)) / Math.max(1, lines.length))
    entries = Math.min(entries, MOST_ENTRIES)
    after = until
  }
}
