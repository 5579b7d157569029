import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import {
  BEGINNING,
  type Block,
  check,
  countOf,
  earliestUs,
  type Finding,
  FORM,
  isSame,
  KINDS,
  type Kind,
  lastPlace,
  pastBlock,
  purgedHash,
  removedBlocks,
  type Walk,
  type Wrong,
} from './chain.rules.ts'
import { beginPass, findHead, type Head, nextBlocks } from './chain.sql.ts'
import { entriesAfter, entriesBetween, findAbout, findPurged, findUnsealed } from './entries.sql.ts'
import { erasedAmong } from './erasures.ts'
import { isProvenHead } from './heads.ts'

/** How many blocks are read at once, with their entries. */
const AT_ONCE = 16
/** How many findings are reported one by one, and how many added entries are read of one block. */
const MOST = 100

/** A finding, and what its entry is about if it is there. */
export type DescribedFinding = Finding & { about?: string | undefined }

export interface Verified {
  blocks: number
  entries: number
  /** When the first and the last block were sealed, in µs since 1970. */
  fromUs: number | null
  toUs: number | null
  /** The hash of the last block, in hexadecimal. */
  head: string | null
  /** Entries that were purged with their rows, that were erased with the person they named, and that are not sealed yet. */
  purged: number
  erased: number
  unsealed: number
  findings: DescribedFinding[]
  /** How many findings there are, including those that are not listed. */
  findingCount: number
}

/**
 * Compares everything that is sealed in a workspace with what is stored. Reads a few blocks at a time, in transactions
 * of their own, while the service runs or not.
 *
 * @param met gets the hash of each block that was not altered
 * @param say reports how many entries were compared
 */
export async function verifyWorkspace(
  db: Database,
  seal: Seal,
  workspaceId: string,
  { met, say }: { met?: (hash: string) => void; say?: (entries: number) => void } = {},
): Promise<Verified> {
  const within = <T>(fn: (tx: Tx) => Promise<T>) => db.withWorkspace({ workspaceId }, fn)
  const result: Verified = {
    blocks: 0,
    entries: 0,
    fromUs: null,
    toUs: null,
    head: null,
    purged: 0,
    erased: 0,
    unsealed: 0,
    findings: [],
    findingCount: 0,
  }
  const report = (finding: Finding) => {
    if (result.findings.length < MOST) result.findings.push(finding)
    result.findingCount++
  }
  let walk = BEGINNING
  for (;;) {
    const blocks = await within((tx) => nextBlocks(tx, walk.number, AT_ONCE))
    const stored = await within((tx) => readEntries(tx, walk, blocks))
    for (const [i, block] of blocks.entries()) {
      const { isCut, early, entries } = stored[i]!
      const { findings: found, missing } = check(workspaceId, walk, block, { entries, isCut })
      const altered = found.flatMap(({ wrong, id }) => (wrong === 'altered' ? [id!] : []))
      const erased =
        altered.length === 0 || !isKind(block.kind)
          ? NONE
          : await within((tx) => erasedAmong(tx, seal, workspaceId, block.kind as Kind, altered))
      const findings = found.filter(({ wrong, id }) => wrong !== 'altered' || !erased.has(id!))
      const purged =
        missing.length === 0 ? NONE : await within((tx) => purgedOf(tx, block, missing))
      for (const { id } of missing) {
        if (!purged.has(id)) findings.push({ ...at(block), wrong: 'removed', id })
      }
      const reported = new Set(findings.map(({ id }) => id))
      for (const id of early) {
        if (!reported.has(id)) findings.push({ ...at(block), wrong: 'predated', id })
      }
      findings.forEach(report)
      if (!findings.some(({ wrong }) => wrong === 'block_altered')) met?.(hex(block.hash))
      result.blocks++
      result.entries += Math.floor(countOf(block.entries))
      result.purged += purged.size
      result.erased += erased.size
      result.fromUs ??= block.sealedUs
      result.toUs = block.sealedUs
      walk = pastBlock(walk, block)
    }
    say?.(result.entries)
    if (blocks.length > 0) continue
    const { head, lastNumber } = await within(findHead)
    if (lastNumber > walk.number) continue // sealed in the meantime
    const wrong = wrongHead(seal, workspaceId, walk, head)
    if (wrong !== null) report(wrong)
    break
  }
  result.head = walk.number === 0 ? null : hex(walk.hash)
  for (const kind of KINDS) {
    const [after, earliest] = [lastPlace(walk, kind), earliestUs(walk, kind, null)]
    const rest = await within((tx) =>
      entriesAfter(tx, kind, { after, earliestUs: earliest, limit: MOST }),
    )
    result.unsealed += rest.count
    for (const id of rest.early) report({ wrong: 'predated', block: walk.number + 1, kind, id })
  }
  result.findings = await within((tx) => describe(tx, result.findings))
  return result
}

/** The problem with where the head says that the chain ends. */
function wrongHead(
  seal: Seal,
  workspaceId: string,
  { number, hash }: Walk,
  head: Head | null,
): Finding | null {
  const finding = (wrong: Wrong) => ({ wrong, block: number, kind: '', id: null })
  if (head === null) return number === 0 ? null : finding('head_missing')
  if (!isProvenHead(seal, workspaceId, head)) return finding('head_altered')
  if (head.number > number) return removedBlocks(number + 1, head.number)
  return head.number === number && isSame(head.hash, hash) ? null : finding('head_altered')
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const at = ({ number, kind }: Block) => ({ block: number, kind })
const NONE: ReadonlySet<string> = new Set()
const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)

/** The entries that are stored where the blocks say that their entries are. */
function readEntries(tx: Tx, walk: Walk, blocks: readonly Block[]) {
  let here = walk
  return Promise.all(
    blocks.map(async (block) => {
      const { kind, form, last, sealedUs, entries } = block
      const [after, earliest] = [lastPlace(here, kind), earliestUs(here, kind, sealedUs)]
      here = pastBlock(here, block)
      // No release wrote such a block, so its hash does not fit either.
      if (!isKind(kind) || form !== FORM) return { entries, isCut: false, early: [] }
      const limit = Math.ceil(countOf(entries)) + MOST
      const range = { after, last, limit, earliestUs: earliest }
      const found = await entriesBetween(tx, kind, range)
      return { ...found, isCut: countOf(found.entries) === limit }
    }),
  )
}

/** Which of the entries were purged, together with their rows. */
async function purgedOf(
  tx: Tx,
  { kind }: Block,
  missing: readonly { id: string; hash: string }[],
): Promise<ReadonlySet<string>> {
  if (kind !== 'row_history') return NONE
  const sealed = new Map(missing.map(({ id, hash }) => [id, hash]))
  const records = await findPurged(tx, [...sealed.keys()])
  return new Set(
    records
      .filter(
        ({ id, rowId, contentHash, isGone }) =>
          isGone && purgedHash(rowId, contentHash) === sealed.get(id),
      )
      .map(({ id }) => id),
  )
}

async function describe(tx: Tx, findings: readonly Finding[]): Promise<DescribedFinding[]> {
  const about = new Map<string, string>()
  for (const kind of KINDS) {
    const ids = findings.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : []))
    if (ids.length === 0) continue
    for (const found of await findAbout(tx, kind, ids)) about.set(found.id, found.about)
  }
  return findings.map((one) => ({ ...one, about: one.id === null ? undefined : about.get(one.id) }))
}

/** Since when a workspace has entries that are not sealed; null if all are. */
export async function unsealedSince(db: Database, workspaceId: string): Promise<Date | null> {
  const kinds = await db.withWorkspace({ workspaceId }, async (tx) =>
    findUnsealed(tx, (await beginPass(tx)).horizon),
  )
  const [first = null] = kinds.map(({ at }) => at).sort((a, b) => Number(a) - Number(b))
  return first
}
