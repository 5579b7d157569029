/**
 * `node bench/accounting.ts`: posting collections divided among ten splits, compared with the floor (the same writes in
 * one transaction, with no service in between); and reading what a split can draw after many entries. Prints the table
 * of docs/figures.md. BENCH_SECONDS sets the length of a round.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendDealEvent } from '../server/domains/accounting/deals/deals.ts'
import { postEntry } from '../server/domains/accounting/ledger/ledger.ts'
import { HOUSE } from '../server/domains/accounting/ledger/shares.rules.ts'
import type { UserActor } from '../server/platform/actor.ts'
import { withOwner } from '../server/platform/database/owner.ts'
import type { Tx } from '../server/platform/database/tx.ts'
import { type BenchDeal, fillEntries, makeDeal } from './deals.ts'
import { makeBoards, sent } from './desk.ts'
import { Floor, type Statement } from './floor.ts'
import { RawConnection, request, run } from './load.ts'
import { p99, printTable, rate, ratio } from './report.ts'
import { rounds, SECONDS } from './rounds.ts'
import { ownerConnection, startServer } from './server.ts'

const LANES = 16
const DEALS = 200
const SPLITS = 10
const AMOUNT = 100_000

const actor = { kind: 'user', crmUserId: 1 } as UserActor
const texts = new Map<string, string>()

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
const { port } = server
try {
  const owner = ownerConnection(dataDir)
  const [desk] = await makeBoards(port, 1)
  const { token, workspaceId } = desk!
  const [deals, floorDeals]: BenchDeal[][] = [[], []]
  for (let n = 0; n < DEALS; n++) {
    deals!.push(await makeDeal(port, token, SPLITS))
    floorDeals!.push(await makeDeal(port, token, SPLITS))
  }
  const floor = await Floor.open(owner, LANES)
  const http = await Promise.all(Array.from({ length: LANES }, () => RawConnection.open(port)))
  const dealAt = (lane: number, turn: number) => deals![(lane * 13 + turn * 7) % DEALS]!
  /** Each lane has deals of its own, so that positions need no lock. */
  const floorDealAt = (lane: number, turn: number) =>
    floorDeals![lane + LANES * (turn % Math.floor(DEALS / LANES))]!
  const rows: string[][] = []

  const collect = (lane: number, turn: number) => {
    const path = `/v1/accounting/deals/${dealAt(lane, turn).id}/collections`
    return sent(http[lane]!, request('POST', path, token, { amountMinor: AMOUNT }))
  }
  const write = async (lane: number, turn: number) => {
    const statements = writesOf(workspaceId, floorDealAt(lane, turn))
    for (const statement of statements) await floor.ask(lane, statement)
  }
  // Until PostgreSQL has analyzed its new tables, which a running service's first minute does, both are slower.
  await run(LANES, 1, collect)
  await run(LANES, 1, write)
  await withOwner(owner, (client) => client.query('ANALYZE'))
  const collections = await rounds({
    floor: () => run(LANES, SECONDS, write),
    service: () => run(LANES, SECONDS, collect),
  })
  rows.push(
    [
      `a collection divided among ${SPLITS} splits, ${LANES} clients, ${DEALS} deals`,
      'floor',
    ].concat([rate(collections.floor), p99(collections.floor), '1.00']),
    ['', 'service', rate(collections.service), p99(collections.service)].concat(
      ratio(collections.service, collections.floor),
    ),
  )

  const [few, many] = [await makeDeal(port, token, 2), await makeDeal(port, token, 2)]
  await fillEntries(owner, few, 100)
  await fillEntries(owner, many, 100_000)
  const read = (deal: BenchDeal, what = '') => {
    const path = `/v1/accounting/deal-splits/${deal.splitIds[0]}${what}`
    return () => run(1, SECONDS, () => sent(http[0]!, request('GET', path, token)))
  }
  const reads = await rounds({ few: read(few), many: read(many) })
  rows.push(
    ['what a split can draw, 1 client', '100 entries', rate(reads.few), p99(reads.few), ''],
    ['', '100k entries', rate(reads.many), p99(reads.many), ''],
    ['', 'time at 100k / at 100', '', '', ratio(reads.few, reads.many)],
  )
  const why = '/availability/explanation'
  const explained = await rounds({ few: read(few, why), many: read(many, why) })
  rows.push(
    ['and why, 1 client', '100 entries', rate(explained.few), p99(explained.few), ''],
    ['', '100k entries', rate(explained.many), p99(explained.many), ''],
  )

  for (const connection of http) connection.close()
  await floor.close()
  printTable(['', '', 'per second', 'p99', 'ratio'], rows)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** The statements with which the service writes a collection, recorded as it sends them. The floor sends the same. */
function writesOf(workspaceId: string, deal: BenchDeal): Statement[] {
  const sent: Statement[] = [{ text: 'BEGIN', values: [] }]
  const queue = (text: string, values: readonly unknown[] = []) => {
    // The floor's connections are bound to no workspace.
    const bound =
      texts.get(text) ?? text.replaceAll('current_workspace()', `'${workspaceId}'::uuid`)
    texts.set(text, bound)
    sent.push({ text: bound, values: [...values] })
  }
  const tx = { queue } as unknown as Tx
  const { id, splitIds } = deal
  const locked = { deal: { id, entryCount: deal.entryCount++, dealRowId: null }, now: new Date() }
  const part = Math.floor(AMOUNT / (splitIds.length + 1))
  const parts = new Map(splitIds.map((splitId) => [splitId, part]))
  parts.set(HOUSE, AMOUNT - part * splitIds.length)
  const collection = { kind: 'commission_collected', amountMinor: AMOUNT, parts } as const
  const { id: entryId } = postEntry(tx, actor, locked, collection)
  appendDealEvent(tx, actor, locked.deal, 'collected', { entryId })
  return [...sent, { text: 'COMMIT', values: [] }]
}
