import { type Failed, failed } from '../../../../../contract/refusals/reasons.ts'
import { SYSTEM, systemActor } from '../../../../platform/actor.ts'
import type { Database } from '../../../../platform/database/db.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import type { FileStore, StoredFile } from '../../../../platform/files/file-store.ts'
import { type DueWork, findDueWork, settleWork } from '../../../../platform/jobs/due-work.ts'
import type { Job } from '../../../../platform/jobs/jobs.ts'
import { type Outbound, Unreached } from '../../../../platform/outbound/outbound.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { fileType } from '../../../records/files/files.rules.ts'
import { createFile } from '../../../records/files/files.ts'
import type { OpenChannel } from '../../channels/provider.ts'
import { appendMessageEvent } from '../../sending/queueing.ts'
import { againAfter, mediaName, trustIn } from './media.rules.ts'
import * as sql from './media.sql.ts'

/** The kind of due work for fetching the files of texts. */
export const MEDIA_WORK = 'message_media'

const POLL_MS = 1_000
/** How many workspaces a process serves at once. */
const AT_ONCE = 4
const MOST_TEXTS = 20
const MOST_BYTES = 25 * 1024 * 1024
const FETCH_MS = 60_000
const MOST_STEPS = 4

export interface MediaTools {
  db: Database
  files: FileStore
  outbound: Outbound
  /** The open channel that a text came by. If it was disconnected: another one, or undefined. */
  channelOf: (tx: Tx, channelId: string) => Promise<OpenChannel | undefined>
}

/**
 * Fetches the files of inbound texts from their provider. Several processes can run it; each file is stored once. Each of
 * the jobs serves another workspace, so that a slow provider holds up its own texts alone.
 */
export function mediaJobs(tools: MediaTools): Job[] {
  const served = new Set<string>()
  const run = async (signal: AbortSignal) => {
    for (const due of await findDueWork(tools.db, MEDIA_WORK, { except: [...served] })) {
      if (signal.aborted) return
      if (served.has(due.workspaceId)) continue
      served.add(due.workspaceId)
      await fetchOf(tools, due, signal).finally(() => served.delete(due.workspaceId))
    }
  }
  return Array.from({ length: AT_ONCE }, (_, nth) => ({
    name: `media ${nth + 1}`,
    everyMs: POLL_MS,
    run,
  }))
}

async function fetchOf(tools: MediaTools, due: DueWork, signal: AbortSignal): Promise<void> {
  const scope = { workspaceId: due.workspaceId }
  const awaiting = await tools.db.withWorkspace(scope, (tx) => sql.listAwaiting(tx, MOST_TEXTS))
  const waits: number[] = []
  for (const text of awaiting) {
    const wait = await fetchAll(tools, due.workspaceId, text, signal)
    if (signal.aborted) return
    if (wait !== null) waits.push(wait)
  }
  // The turn took as many as it can, so there may be more.
  if (awaiting.length === MOST_TEXTS && waits.length < MOST_TEXTS) waits.push(0)
  await tools.db.withWorkspace(scope, async (tx) =>
    settleWork(tx, MEDIA_WORK, due, waits.length > 0 ? Math.min(...waits) : null),
  )
}

/** Returns how long to wait before the next try; null if nothing is left to try. */
async function fetchAll(
  { db, files, outbound, channelOf }: MediaTools,
  workspaceId: string,
  { messageId, channelId, urls, ageMs }: sql.Awaiting,
  signal: AbortSignal,
): Promise<number | null> {
  const found =
    channelId === null
      ? undefined
      : await db.withWorkspace({ workspaceId }, (tx) => channelOf(tx, channelId))
  const channel = found?.id === channelId ? found : undefined
  const again = channel ? againAfter(ageMs) : null
  let left = false
  for (const [n, url] of urls.entries()) {
    const fetched = channel ? await fetchOne({ files, outbound }, channel, url, signal) : NEVER
    if (signal.aborted) {
      if ('key' in fetched) await files.delete(fetched.key)
      return null
    }
    if ('isLasting' in fetched && !fetched.isLasting && again !== null) left = true
    else await settle({ db, files }, workspaceId, messageId, url, n + 1, fetched)
  }
  return left ? again : null
}

type Fetched = StoredFile & { type: string }
/** Why there is no file, and whether that is final: a redirect elsewhere, or no such file. */
interface Unfetched {
  isLasting: boolean
  why: Failed
}

const NEVER: Unfetched = { isLasting: true, why: failed('file_not_fetched', {}) }
const LATER: Unfetched = { ...NEVER, isLasting: false }

async function settle(
  { db, files }: Pick<MediaTools, 'db' | 'files'>,
  workspaceId: string,
  messageId: number,
  url: string,
  nth: number,
  fetched: Fetched | Unfetched,
): Promise<void> {
  const file = 'key' in fetched ? fetched : undefined
  let isKept = false
  try {
    await db.withWorkspace({ workspaceId }, async (tx) => {
      const standing = await sql.lockAwaiting(tx, messageId)
      if (!standing?.urls.includes(url)) return
      const left = standing.urls.filter((one) => one !== url)
      sql.keepAwaiting(tx, messageId, left, 'why' in fetched ? fetched.why : null)
      if (!file) return
      const { key, size, sha256, type } = file
      const upload = { key, size, sha256, type, name: mediaName(type, nth), fields: {} }
      const made = await createFile(tx, systemActor(workspaceId), upload)
      sql.attach(tx, messageId, made.id)
      const thread = { id: standing.conversationId, row_id: standing.rowId }
      appendMessageEvent(tx, SYSTEM, 'updated', messageId, thread)
      isKept = true
    })
  } catch (error) {
    isKept = false
    throw error
  } finally {
    if (file && !isKept) await files.delete(file.key)
  }
}

async function fetchOne(
  { files, outbound }: Pick<MediaTools, 'files' | 'outbound'>,
  channel: OpenChannel,
  start: string,
  signal: AbortSignal,
): Promise<Fetched | Unfetched> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)])
  const holder = channel.workspaceId
  let url = new URL(start)
  try {
    for (let step = 0; step < MOST_STEPS; step++) {
      const trust = trustIn(url, channel)
      if (trust === 'none') return NEVER
      const headers: Record<string, string> =
        trust === 'signed in' ? { authorization: basicOf(channel) } : {}
      const answer = await outbound.get(url, { holder, headers, signal: limit })
      const { statusCode: status = 0 } = answer
      const { location, 'content-type': type } = answer.headers
      if (status >= 200 && status < 300) {
        return { ...(await files.put(answer, MOST_BYTES)), type: fileType(type) }
      }
      answer.destroy()
      if (status < 300 || status >= 400 || location === undefined) return LATER
      url = new URL(location, url)
    }
    return NEVER
  } catch (error) {
    if (error instanceof Unreached)
      return { ...LATER, why: failed('file_not_reached', { why: error.message }) }
    return error instanceof Refusal ? NEVER : LATER
  }
}

const basicOf = ({ settings, credentials }: OpenChannel): string => {
  const pair = `${settings.accountSid ?? ''}:${credentials.authToken ?? ''}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
