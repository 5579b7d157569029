import { hash } from 'node:crypto'

/** The kinds of entries that are sealed. Each has a form, how an entry is written for hashing, which never changes; see entries.sql.ts. */
export const KINDS = [
  'row_history',
  'obligation_history',
  'deal_entries',
  'agreement_signatures',
  'events',
  'purged_history',
  'erased_entries',
] as const
export type Kind = (typeof KINDS)[number]

export const NAME_OF: Record<Kind, string> = {
  row_history: 'history of rows',
  obligation_history: 'history of obligations',
  deal_entries: 'ledger',
  agreement_signatures: 'signatures',
  events: 'events',
  purged_history: 'purged history',
  erased_entries: 'erased entries',
}

/** The form of all kinds that this release writes and reads. */
export const FORM = 1

/** How many entries a block lists at most. */
export const BLOCK = 4_096

/** Entries of a kind are in the order of their transactions, and of their ids in each. */
export interface Place {
  xid: string
  id: string
}

/** Before every entry. */
export const START: Place = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }

export interface NewBlock {
  number: number
  kind: string
  form: number
  /** The place of its last entry. */
  last: Place
  /** In µs since 1970; the same for blocks that were sealed together. */
  sealedUs: number
  /** When the latest of its entries was written. */
  latestUs: number
  /** The id (16 bytes) and the SHA-256 (32 bytes) of each entry. */
  entries: Uint8Array
}

export interface Block extends NewBlock {
  hash: Uint8Array
}

/** The hash before the first block. */
export const NO_HASH: Uint8Array = new Uint8Array(32)

/** The hash of a block, over the hash of the block before and everything in it. */
export function blockHash(workspaceId: string, before: Uint8Array, block: NewBlock): Buffer {
  const { number, kind, form, last, sealedUs, latestUs, entries } = block
  const { xid, id } = last
  const head = JSON.stringify([workspaceId, number, kind, form, xid, id, sealedUs, latestUs])
  return hash('sha256', Buffer.concat([before, Buffer.from(head), entries]), 'buffer')
}

const ID = 16
const HASH = 32
const EACH = ID + HASH

export const countOf = (entries: Uint8Array): number => entries.length / EACH

interface Entry {
  id: string
  hash: string
}

export function entriesOf(bytes: Uint8Array): Entry[] {
  const hex = Buffer.from(bytes).toString('hex')
  return Array.from({ length: Math.floor(countOf(bytes)) }, (_, at) => {
    const from = at * EACH * 2
    const id = hex.slice(from, from + ID * 2)
    return {
      id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      hash: hex.slice(from + ID * 2, from + EACH * 2),
    }
  })
}

/** The problem with an entry, with a block itself, or with the head. */
export type Wrong =
  | 'altered'
  | 'removed'
  | 'added'
  | 'predated'
  | 'block_altered'
  | 'block_removed'
  | 'head_missing'
  | 'head_altered'

export interface Finding {
  wrong: Wrong
  /** The block that should list the entry, or that the finding is about. */
  block: number
  /** Empty if it is about the head or about a block that is gone. */
  kind: string
  /** The entry; null if it is not about one. */
  id: string | null
  /** The last of several blocks that were removed. */
  to?: number
}

/** Where a walk along a chain has come to. */
export interface Walk {
  number: number
  hash: Uint8Array
  /** The first block after the last gap: nobody knows of which kinds the blocks before were. */
  gapBefore: number
  /** The last block of each kind. */
  lasts: Partial<Record<string, { number: number; last: Place; isFull: boolean }>>
  /** The blocks that were sealed together with the last one: when, and when the latest entry of them was written. */
  pass: { sealedUs: number; latestUs: number }
  /** When the latest entry of all earlier passes was written; 0 if there are none. */
  earlierUs: number
}

export const BEGINNING: Walk = {
  number: 0,
  hash: NO_HASH,
  gapBefore: 0,
  lasts: {},
  pass: { sealedUs: 0, latestUs: 0 },
  earlierUs: 0,
}

/** Where the entries begin that the kind's next block lists. */
export const lastPlace = ({ lasts }: Walk, kind: string): Place => lasts[kind]?.last ?? START

/** How much earlier than its first write a transaction can have begun. */
const LONGEST_US = 3_600_000_000

/**
 * Entries that follow in a kind cannot be from before this moment, in µs since 1970. Null if they can be of any age.
 *
 * A pass seals all entries of transactions below one number, and each block lists what earlier passes left out. So
 * these entries are of later transactions than all those of earlier passes. Only a full block may have left some behind.
 *
 * @param sealedUs of the block that lists them; null if none does
 */
export function earliestUs(walk: Walk, kind: string, sealedUs: number | null): number | null {
  const { lasts, pass, earlierUs } = walk
  const latestUs = sealedUs === pass.sealedUs ? earlierUs : Math.max(earlierUs, pass.latestUs)
  return lasts[kind]?.isFull || latestUs === 0 ? null : latestUs - LONGEST_US
}

/** The walk after a block, the next by number. */
export function pastBlock(walk: Walk, block: Block): Walk {
  const { number, kind, last, sealedUs, latestUs, entries, hash } = block
  const isSamePass = sealedUs === walk.pass.sealedUs
  return {
    number,
    hash,
    gapBefore: number === walk.number + 1 ? walk.gapBefore : number,
    lasts: { ...walk.lasts, [kind]: { number, last, isFull: countOf(entries) >= BLOCK } },
    pass: { sealedUs, latestUs: isSamePass ? Math.max(walk.pass.latestUs, latestUs) : latestUs },
    earlierUs: isSamePass ? walk.earlierUs : Math.max(walk.earlierUs, walk.pass.latestUs),
  }
}

/**
 * Compares a block, the next by number, with the entries that are stored where it says that its entries are.
 *
 * @param found in the form of a block's entries, and whether there are more than could be read
 * @returns what is wrong. `missing` are entries that are not stored any more.
 */
export function check(
  workspaceId: string,
  walk: Walk,
  block: Block,
  found: { entries: Uint8Array; isCut: boolean },
): { findings: Finding[]; missing: Entry[] } {
  const { number, kind } = block
  const findings: Finding[] = []
  if (number > walk.number + 1) findings.push(removedBlocks(walk.number + 1, number - 1))
  const { gapBefore } = pastBlock(walk, block)
  // Without the block before, nothing says what this one's hash has to be.
  const isKept =
    Number.isInteger(countOf(block.entries)) &&
    (gapBefore === number || isSame(blockHash(workspaceId, walk.hash, block), block.hash))
  if (!isKept) findings.push({ wrong: 'block_altered', block: number, kind, id: null })
  const { wrong, missing } = compare(block.entries, found.entries)
  const isAfterGap = (walk.lasts[kind]?.number ?? 0) < gapBefore
  for (const one of wrong) {
    // What no block lists may have been in a removed one.
    if (!(isAfterGap && one.wrong === 'added')) findings.push({ ...one, block: number, kind })
  }
  return { findings, missing: found.isCut ? [] : missing }
}

export const removedBlocks = (block: number, to: number): Finding => ({
  wrong: 'block_removed',
  block,
  to,
  kind: '',
  id: null,
})

function compare(listed: Uint8Array, found: Uint8Array) {
  const wrong: { wrong: 'added' | 'altered'; id: string }[] = []
  if (isSame(listed, found)) return { wrong, missing: [] }
  const left = new Map(entriesOf(listed).map(({ id, hash }) => [id, hash]))
  for (const { id, hash } of entriesOf(found)) {
    const sealed = left.get(id)
    if (sealed === undefined) wrong.push({ wrong: 'added', id })
    else if (sealed !== hash) wrong.push({ wrong: 'altered', id })
    left.delete(id)
  }
  return { wrong, missing: [...left].map(([id, hash]) => ({ id, hash })) }
}

/**
 * The hash of an entry of row_history: of its row's id, and of the hash of all that it says. So a purge can leave the
 * latter behind, and it still shows whose history the entry was.
 */
export const purgedHash = (rowId: string, contentHash: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(rowId.replaceAll('-', ''), 'hex'), contentHash]))

/** The text that proves, sealed with the secret key, that an entry was erased: which one, and the hash of what is left. */
export const erasureText = (kind: string, id: string, contentHash: Uint8Array): string =>
  `${kind} ${id} ${Buffer.from(contentHash).toString('hex')}`

export const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** The text that is sealed with the secret key. */
export const proofText = ({ number, hash }: { number: number; hash: Uint8Array }): string =>
  `${number} ${Buffer.from(hash).toString('hex')}`
