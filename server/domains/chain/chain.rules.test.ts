import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BEGINNING,
  BLOCK,
  type Block,
  blockHash,
  check,
  earliestUs,
  entriesOf,
  type Finding,
  FORM,
  lastPlace,
  NO_HASH,
  type Place,
  pastBlock,
  purgedHash,
} from './chain.rules.ts'

const WORKSPACE = '0190cafe-0000-7000-8000-000000000000'

/** An entry as it is stored. */
interface Stored extends Place {
  kind: string
  text: string
}

const idOf = (nth: number) => `0190cafe-0000-7000-8000-${String(nth).padStart(12, '0')}`
const isAfter = (a: Place, b: Place) =>
  BigInt(a.xid) === BigInt(b.xid) ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid)
const bytesOf = (entries: readonly Stored[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => [
      Buffer.from(entry.id.replaceAll('-', ''), 'hex'),
      hash('sha256', JSON.stringify(entry), 'buffer'),
    ]),
  )

/** Passes of entries: of which kind each one is. */
const passes = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }), {
  minLength: 1,
  maxLength: 8,
})

/** Seals all entries, pass by pass, like the worker. */
function sealed(kindsByPass: readonly (readonly string[])[]) {
  const stored: Stored[] = []
  const blocks: Block[] = []
  let before: Uint8Array = NO_HASH
  for (const [pass, kinds] of kindsByPass.entries()) {
    const first = stored.length
    // Two entries of each transaction, which ended before the pass.
    for (const [of, kind] of kinds.entries()) {
      const xid = String(pass * 100 + (of >> 1))
      const nth = stored.length
      stored.push({ kind, xid, id: idOf(nth + 1), text: `${nth}` })
    }
    for (const kind of new Set(kinds)) {
      const own = stored.slice(first).filter((entry) => entry.kind === kind)
      const { xid, id } = own.at(-1)!
      const block = {
        number: blocks.length + 1,
        kind,
        form: FORM,
        last: { xid, id },
        sealedUs: (pass + 1) * 1e10,
        latestUs: (pass + 1) * 1e10,
        entries: bytesOf(own),
      }
      before = blockHash(WORKSPACE, before, block)
      blocks.push({ ...block, hash: before })
    }
  }
  return { stored, blocks }
}

/** Walks along the chain, reading what is stored like the database does. */
function findingsIn(blocks: readonly Block[], stored: readonly Stored[]): Finding[] {
  let walk = BEGINNING
  return blocks.flatMap((block) => {
    const after = lastPlace(walk, block.kind)
    const within = stored
      .filter((one) => one.kind === block.kind && isAfter(one, after) && !isAfter(one, block.last))
      .sort((a, b) => (isAfter(a, b) ? 1 : -1))
    const { findings, missing } = check(WORKSPACE, walk, block, {
      entries: bytesOf(within),
      isCut: false,
    })
    walk = pastBlock(walk, block)
    const { number, kind } = block
    return [
      ...findings,
      ...missing.map(({ id }): Finding => ({ wrong: 'removed', block: number, kind, id })),
    ]
  })
}

const chain = passes.map(sealed).filter(({ stored }) => stored.length > 0)
const withOne = chain.chain((made) =>
  fc.nat(made.stored.length - 1).map((nth) => ({ ...made, nth, entry: made.stored[nth]! })),
)
const withBlock = chain.chain((made) =>
  fc.nat(made.blocks.length - 1).map((nth) => ({ ...made, nth, block: made.blocks[nth]! })),
)
const blockOf = (blocks: readonly Block[], { id }: Place) =>
  blocks.find((block) => entriesOf(block.entries).some((entry) => entry.id === id))!.number

test('nothing is found in a chain and its entries as they were sealed', () => {
  fc.assert(
    fc.property(chain, ({ stored, blocks }) => {
      expect(findingsIn(blocks, stored)).toEqual([])
    }),
  )
})

test('an altered entry is found, and which', () => {
  fc.assert(
    fc.property(withOne, fc.string(), ({ stored, blocks, nth, entry }, more) => {
      const changed = stored.with(nth, { ...entry, text: `${entry.text}+${more}` })
      const { kind, id } = entry
      const block = blockOf(blocks, entry)
      expect(findingsIn(blocks, changed)).toEqual([{ wrong: 'altered', block, kind, id }])
    }),
  )
})

test('a removed entry is found, and which', () => {
  fc.assert(
    fc.property(withOne, ({ stored, blocks, nth, entry }) => {
      const { kind, id } = entry
      const block = blockOf(blocks, entry)
      expect(findingsIn(blocks, stored.toSpliced(nth, 1))).toEqual([
        { wrong: 'removed', block, kind, id },
      ])
    }),
  )
})

test('an entry that was added among sealed ones is found, and which', () => {
  fc.assert(
    fc.property(withOne, ({ stored, blocks, entry }) => {
      const id = entry.id.replace('7000', '6000')
      const { kind } = entry
      const block = blockOf(blocks, entry)
      expect(findingsIn(blocks, [...stored, { ...entry, id }])).toEqual([
        { wrong: 'added', block, kind, id },
      ])
      // Even if it has the id of another one.
      const twice = [...stored, { ...entry, text: 'other' }]
      expect(findingsIn(blocks, twice)).toContainEqual({
        wrong: 'added',
        block,
        kind,
        id: entry.id,
      })
    }),
  )
})

test('two entries that changed places are both found', () => {
  fc.assert(
    fc.property(withOne, fc.nat(), ({ stored, blocks, nth, entry }, by) => {
      const other = by % stored.length
      fc.pre(other !== nth)
      const changed = stored
        .with(nth, { ...entry, text: stored[other]!.text })
        .with(other, { ...stored[other]!, text: entry.text })
      const ids = findingsIn(blocks, changed).map(({ id }) => id)
      expect(ids.sort()).toEqual([entry.id, stored[other]!.id].sort())
    }),
  )
})

test('an entry that is altered in the block as well is found by the block’s hash', () => {
  fc.assert(
    fc.property(withOne, ({ stored, blocks, nth, entry }) => {
      const changed = stored.with(nth, { ...entry, text: 'other' })
      const number = blockOf(blocks, entry)
      const forged = blocks.map((block) => {
        if (block.number !== number) return block
        const ids = entriesOf(block.entries).map(({ id }) => id)
        return { ...block, entries: bytesOf(changed.filter(({ id }) => ids.includes(id))) }
      })
      expect(findingsIn(forged, changed)).toEqual([
        { wrong: 'block_altered', block: number, kind: entry.kind, id: null },
      ])
      // With a hash that fits, it is the next block that does not: the head proves the last one.
      const { hash: _, ...block } = forged[number - 1]!
      const before = forged[number - 2]?.hash ?? NO_HASH
      const refitted = forged.with(number - 1, {
        ...block,
        hash: blockHash(WORKSPACE, before, block),
      })
      expect(refitted[number - 1]!.hash).not.toEqual(blocks[number - 1]!.hash)
      expect(findingsIn(refitted, changed).map((one) => one.block)).toEqual(
        number < blocks.length ? [number + 1] : [],
      )
    }),
  )
})

test('whatever of a block is altered is found', () => {
  const changes: ((block: Block) => Block)[] = [
    (block) => ({ ...block, kind: `${block.kind}b` }),
    (block) => ({ ...block, form: block.form + 1 }),
    (block) => ({ ...block, last: { ...block.last, xid: `${block.last.xid}0` } }),
    (block) => ({ ...block, last: { ...block.last, id: idOf(0) } }),
    (block) => ({ ...block, sealedUs: block.sealedUs - 1 }),
    (block) => ({ ...block, latestUs: block.latestUs - 1 }),
    (block) => ({ ...block, entries: block.entries.subarray(1) }),
    (block) => ({ ...block, hash: hash('sha256', block.hash, 'buffer') }),
  ]
  fc.assert(
    fc.property(
      withBlock,
      fc.constantFrom(...changes),
      ({ stored, blocks, nth, block }, change) => {
        const found = findingsIn(blocks.with(nth, change(block)), stored)
        expect(found).toContainEqual(
          expect.objectContaining({ wrong: 'block_altered', block: block.number }),
        )
      },
    ),
  )
})

test('a removed block is found, unless it is the last one, which the head proves', () => {
  fc.assert(
    fc.property(withBlock, ({ stored, blocks, nth }) => {
      expect(findingsIn(blocks.toSpliced(nth, 1), stored)).toEqual(
        nth === blocks.length - 1
          ? []
          : [{ wrong: 'block_removed', block: nth + 1, to: nth + 1, kind: '', id: null }],
      )
    }),
  )
})

test('blocks that changed places are found', () => {
  fc.assert(
    fc.property(withBlock, ({ stored, blocks, nth, block }) => {
      const next = blocks[nth + 1]
      fc.pre(next !== undefined)
      const swapped = blocks
        .with(nth, { ...next!, number: block.number })
        .with(nth + 1, { ...block, number: next!.number })
      expect(findingsIn(swapped, stored)).toContainEqual(
        expect.objectContaining({ wrong: 'block_altered', block: block.number }),
      )
    }),
  )
})

test('an entry cannot be older than those of earlier passes by more than an hour', () => {
  const hour = 3_600_000_000
  const block = { form: FORM, last: { xid: '1', id: idOf(1) }, hash: NO_HASH }
  const first = { ...block, number: 1, kind: 'a', entries: bytesOf([]) }
  const one = pastBlock(BEGINNING, { ...first, sealedUs: 9 * hour, latestUs: 5 * hour })
  // Entries of the same pass can be older: they are of the same time.
  expect(earliestUs(one, 'b', 9 * hour)).toBe(null)
  expect(earliestUs(one, 'b', 10 * hour)).toBe(4 * hour)
  expect(earliestUs(one, 'a', null)).toBe(4 * hour)
  const second = { ...first, number: 2, kind: 'b', sealedUs: 9 * hour, latestUs: 7 * hour }
  const two = pastBlock(one, second)
  expect(earliestUs(two, 'a', 9 * hour)).toBe(null)
  expect(earliestUs(two, 'a', 10 * hour)).toBe(6 * hour)
  const entries = Buffer.alloc(BLOCK * 48)
  const full = pastBlock(two, { ...second, number: 3, sealedUs: 11 * hour, entries })
  expect(earliestUs(full, 'a', null)).toBe(6 * hour)
  expect(earliestUs(full, 'b', null)).toBe(null) // the full block may have left older ones
})

test('what a purge leaves behind fits the entry of that row alone', () => {
  const content = hash('sha256', 'content', 'buffer')
  const fits = purgedHash(idOf(1), content)
  expect(fits).toBe(
    hash('sha256', Buffer.concat([Buffer.from(idOf(1).replaceAll('-', ''), 'hex'), content])),
  )
  expect(purgedHash(idOf(2), content)).not.toBe(fits)
})
