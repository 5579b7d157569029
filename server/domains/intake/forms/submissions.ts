import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { holdsFiles } from '../../../../shared/column-types.ts'
import { fieldOf } from '../../../../shared/forms/field-names.ts'
import { sizeText } from '../../../../shared/forms/fields.ts'
import type { IntakeActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { formFieldsOf, isForm } from '../../../platform/http/call.ts'
import {
  claimIdempotencyKey,
  dropIdempotencyKey,
  type IdempotentRequest,
  keepAnswer,
} from '../../../platform/http/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { type CellError, Refusal, rowError } from '../../../platform/refusal.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import type { BlockedWhy } from '../../ingest/receipts/receipts.sql.ts'
import { refuseArrival, writeArrival } from '../../ingest/writing/arrivals.ts'
import { named } from '../../records/cells/words.ts'
import { lockDefinition } from '../../records/definitions/locate.ts'
import { announcing } from '../../records/files/announced-files.ts'
import { createFile, dropFiles } from '../../records/files/files.ts'
import {
  type FormFile,
  type ReceivedForm,
  receiveForm,
  withUploads,
} from '../../records/files/uploads.ts'
import { type Answers, answeredCells, isBlank, readAnswers } from './answers.rules.ts'
import { endDraft, saveDraft } from './drafts.ts'
import { problemWords } from './form-words.rules.ts'
import type { ClosedBecause } from './forms.rules.ts'
import { noteNewRow } from './notices.ts'
import * as sql from './public-forms.sql.ts'
import { actorOf, type OpenForm, type PublicForms } from './public-forms.ts'
import { blockedBecause, isProven, LEAST_MS, OLDEST_MS } from './spam.rules.ts'
import { type KeptFile, openFile, openStamp, type Stamp } from './stamps.ts'

export interface SubmissionDeps {
  db: Database
  seal: Seal
  store: FileStore
  forms: PublicForms
  maxFileBytes: number
  /** How long a page must be open; two seconds by default. */
  leastMs?: number | undefined
}

/** The answers that are shown again if a form was not taken. */
export interface Again {
  stamp: Stamp | undefined
  proof: string
  draft: string
  typed: Answers['typed']
  files: readonly KeptFile[]
  /** By the id of the column. */
  problems: ReadonlyMap<string, string>
}

export type Submitted =
  | { kind: 'sent' }
  | { kind: 'saved'; secret: string }
  | { kind: 'closed'; closed: ClosedBecause }
  | { kind: 'unknown' }
  /** `outdated`: the page was open for too long, or is not one of ours. `no drafts`: the form has too many. */
  | { kind: 'again'; why: 'problems' | 'nothing' | 'outdated' | 'no drafts'; again: Again }

const MIB = 1024 * 1024
const MOST_FILES = 20
const LIMITS = {
  mostFiles: MOST_FILES,
  mostFields: 2000,
  mostFieldBytes: MIB / 4,
  mostOtherBytes: MIB,
  most: `at most ${MOST_FILES} files and 2000 fields`,
  skipsLarge: true,
}

interface Sent {
  open: OpenForm
  publicId: string
  actor: IntakeActor
  answers: Answers
  /** New files, under the ids that they will have. */
  uploads: (FormFile & KeptFile)[]
  /** Files that came before, and new ones. */
  files: KeptFile[]
  /** The problems with files that are too large. */
  large: CellError[]
  sender: Buffer
}

/**
 * POST /f/{publicId}: reads a form, and writes its row or saves it as a draft, with its files. Both happen as a whole or
 * not at all. However often a page is sent with the same answers, it writes one row. Other answers, such as those of somebody
 * who went back and corrected them, are a row of their own: what was sent first may be in work by now, so it stays.
 *
 * @throws Refusal payload_too_large, invalid_request if it is not a form that a browser sends, request_in_progress.
 */
export async function submitForm(
  deps: SubmissionDeps,
  open: OpenForm,
  publicId: string,
  request: FastifyRequest,
): Promise<Submitted> {
  const { db, seal, store, forms, maxFileBytes } = deps
  const actor = actorOf(open)
  const uploadStore = announcing(db, actor, store)
  const received = await readForm(request, uploadStore, maxFileBytes)
  return withUploads(uploadStore, received.files, async (keep) => {
    const { asked, form } = open
    const answers = readAnswers(asked, received.fields)
    const fileColumns = new Map(
      asked.flatMap(({ column }) =>
        holdsFiles(column.type) ? [[fieldOf(column.key), column] as const] : [],
      ),
    )
    const ids = new Set([...fileColumns.values()].map(({ id }) => id))
    const dropped = new Set(answers.drop)
    const kept = answers.kept
      .slice(0, MOST_FILES)
      .flatMap((token) => openFile(seal, form.id, token) ?? [])
      .filter(({ id, columnId }) => !dropped.has(id) && ids.has(columnId))
    const uploads = received.files.flatMap((file) => {
      const column = fileColumns.get(file.field)
      return column ? [{ ...file, id: newId(), columnId: column.id }] : []
    })
    const large = received.large.flatMap(({ field, name }) => {
      const column = fileColumns.get(field)
      const values = { sent: named(name), most: sizeText(maxFileBytes) }
      return column ? [rowError(0, column.key, cellRefusal('file_too_large', values))] : []
    })
    const files = [...new Map([...kept, ...uploads].map((file) => [file.id, file])).values()]
    const sender = forms.sender(form.id, (request.ip ?? '').slice(0, 100))
    const sent = { open, publicId, actor, answers, uploads, files, large, sender }
    const { result, gone } = await db.withWorkspace(actor, (tx) => take(deps, tx, sent))
    // The bytes of what is not kept go with the rest; a file of no column has none of its own.
    const stays = new Set(uploads.filter(({ id }) => !gone.has(id)).map(({ key }) => key))
    if (stays.size > 0 || received.files.length === 0) keep()
    if (stays.size > 0) {
      const rest = received.files.filter(({ key }) => !stays.has(key))
      await Promise.all(rest.map(({ key }) => uploadStore.delete(key)))
    }
    return result
  })
}

async function readForm(
  request: FastifyRequest,
  store: Parameters<typeof receiveForm>[1],
  maxBytes: number,
): Promise<ReceivedForm> {
  if (isForm(request)) return receiveForm(request, store, { ...LIMITS, maxBytes })
  const fields = [...formFieldsOf(request)].map(([name, value]) => ({ name, value }))
  return { fields: fields.slice(0, LIMITS.mostFields), files: [], large: [] }
}

interface Taken {
  result: Submitted
  /** The ids of new files that nothing keeps. */
  gone: ReadonlySet<string>
}

// What becomes of a form that was sent: the first line that fits.
//
// | When                                        | What the person sees    | New files                        |
// | ------------------------------------------- | ----------------------- | -------------------------------- |
// | there is no such form any more              | that there is none      | dropped                          |
// | it is to be saved, and the form has drafts  | the draft's address     | kept                             |
// | the page is outdated, and the form closed   | that it is closed       | dropped                          |
// | the page is outdated                        | the answers, once more  | kept                             |
// | the page came with these answers before     | that it was sent        | dropped                          |
// | the form has closed                         | that it is closed       | dropped                          |
// | there are no answers                        | the page, once more     | dropped                          |
// | an answer does not fit                      | the problems            | kept, but for fields with one    |
// | otherwise, also if it looks like spam       | that it was sent        | kept                             |

/** Takes what was sent, in one transaction. */
async function take(deps: SubmissionDeps, tx: Tx, sent: Sent): Promise<Taken> {
  const { form } = sent.open
  const { proof, draft, typed, ...answers } = sent.answers
  const stamp = openStamp(deps.seal, form.id, answers.stamp)
  const again = { stamp, proof, draft, typed, files: sent.files, problems: new Map() }
  // The limit of a day counts rows, which are written under this lock.
  await lockDefinition(tx, form.definition_id)
  const now = await deps.forms.findIn(tx, sent.publicId)
  if (!now) return dropping(sent, { kind: 'unknown' })
  if (form.drafts && answers.save) return save(tx, sent, again)
  const openMs = now.form.now.getTime() - (stamp?.at ?? 0)
  if (!stamp || openMs > OLDEST_MS) return renew(tx, sent, now, again)
  return submit(deps, tx, sent, { now, stamp, openMs, again })
}

const keeping = (result: Submitted): Taken => ({ result, gone: new Set() })
const dropping = ({ uploads }: Sent, result: Submitted): Taken => ({
  result,
  gone: new Set(uploads.map(({ id }) => id)),
})

async function save(tx: Tx, sent: Sent, again: Again): Promise<Taken> {
  await keepFiles(tx, sent)
  const draft = { fields: Object.fromEntries(again.typed), files: sent.files }
  const secret = await saveDraft(tx, sent.open.form.id, again.draft, draft)
  return keeping(
    secret === undefined ? { kind: 'again', why: 'no drafts', again } : { kind: 'saved', secret },
  )
}

/** For a page that was open for too long, or is not one of ours. */
async function renew(tx: Tx, sent: Sent, { closed }: OpenForm, again: Again): Promise<Taken> {
  if (closed) return dropping(sent, { kind: 'closed', closed })
  await keepFiles(tx, sent)
  return keeping({ kind: 'again', why: 'outdated', again: { ...again, stamp: undefined } })
}

/** A page with a stamp of ours, and the form as it is now. */
interface Page {
  now: OpenForm
  stamp: Stamp
  openMs: number
  again: Again
}

/** Writes the row, once for a page with the same answers. */
async function submit(deps: SubmissionDeps, tx: Tx, sent: Sent, page: Page): Promise<Taken> {
  const claimed = await claim(tx, deps.seal, sent, page.stamp.once)
  if (!claimed) return dropping(sent, { kind: 'sent' })
  const taken = await write(deps, tx, sent, page, claimed.isFirst)
  if (taken.result.kind === 'sent') {
    keepAnswer(tx, deps.seal, claimed.idempotent, { status: 303, body: '' })
  } else {
    dropIdempotencyKey(tx, claimed.idempotent)
  }
  return taken
}

async function write(
  deps: SubmissionDeps,
  tx: Tx,
  sent: Sent,
  { now, stamp, openMs, again }: Page,
  isFirst: boolean,
): Promise<Taken> {
  const { actor, answers, files, large } = sent
  if (now.closed) return dropping(sent, { kind: 'closed', closed: now.closed })
  const cells = answeredCells(now.asked, answers.typed, byColumn(files))
  if (large.length === 0 && isBlank(now.asked, cells)) {
    await refuseArrival(tx, actor, why('form_blank', {}))
    return dropping(sent, { kind: 'again', why: 'nothing', again })
  }
  await keepFiles(tx, sent)
  // A page's proof of work is for what is sent first.
  const proven = isFirst && isProven(stamp.once, answers.proof)
  const blocked = await judge(deps, tx, sent, { proven, openMs })
  const arrived = await writeArrival(tx, {
    actor,
    sent: cells,
    columnIds: now.asked.map(({ column }) => column.id),
    required: now.asked.flatMap(({ column, required }) => (required ? [column.id] : [])),
    problems: large,
    blocked,
  })
  if (arrived instanceof Refusal) return refused(tx, now, again, arrived, sent)
  if (answers.draft !== '') await endDraft(tx, now.form.id, answers.draft)
  if (arrived.outcome === 'created') {
    sql.countRow(tx, now.form.id, now.definition.locale.timeZone)
    if (now.form.notify.length > 0) noteNewRow(tx, now.form.id, arrived.rowId)
  }
  return keeping({ kind: 'sent' })
}

/** Makes the new files, so that cells and drafts can name them. Without either, they are purged a day later. */
const keepFiles = (tx: Tx, { actor, uploads }: Sent) =>
  Promise.all(uploads.map((file) => createFile(tx, actor, file, file.id)))

/** Claims what a page is sent with; undefined if it was sent with the same answers before. */
async function claim(
  tx: Tx,
  seal: Seal,
  sent: Sent,
  once: string,
): Promise<{ idempotent: IdempotentRequest; isFirst: boolean } | undefined> {
  const { actor, publicId } = sent
  const body = sameOf(sent)
  const first = { actor, key: once, method: 'POST', url: `/f/${publicId}`, body }
  try {
    const kept = await claimIdempotencyKey(tx, seal, first)
    return kept ? undefined : { idempotent: first, isFirst: true }
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'idempotency_key_reused')) throw error
  }
  const other = { ...first, key: `${once} ${hash('sha256', JSON.stringify(body), 'hex')}` }
  const kept = await claimIdempotencyKey(tx, seal, other)
  return kept ? undefined : { idempotent: other, isFirst: false }
}

/** The parts that are the same if a page is sent again with the same answers. */
function sameOf({ answers, files, uploads }: Sent): unknown {
  const hashes = new Map(uploads.map(({ id, sha256 }) => [id, sha256]))
  return {
    typed: [...answers.typed],
    files: files.map(({ id, columnId, name }) => [columnId, name, hashes.get(id) ?? id]),
  }
}

async function judge(
  { leastMs = LEAST_MS }: SubmissionDeps,
  tx: Tx,
  { open, answers, sender }: Sent,
  { proven, openMs }: { proven: boolean; openMs: number },
): Promise<BlockedWhy | undefined> {
  const unproven = proven
    ? { perSender: 0, inAll: 0 }
    : await sql.countUnproven(tx, open.form.id, sender)
  return blockedBecause({ trap: answers.trap, openMs, leastMs, isProven: proven, unproven })
}

function byColumn(files: readonly KeptFile[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, columnId } of files) ids.set(columnId, [...(ids.get(columnId) ?? []), id])
  return ids
}

/** Every problem at its field. Files of a field with a problem have to be chosen again; the others are kept. */
async function refused(
  tx: Tx,
  { asked }: OpenForm,
  again: Again,
  { details: { errors = [] }, message }: Refusal,
  { uploads }: Sent,
): Promise<Taken> {
  const byKey = new Map(asked.map(({ column }) => [column.key, column]))
  const problems = new Map<string, string>()
  const wrong = new Set<string>()
  for (const { column: key = '', reason, values = {} } of errors) {
    const column = byKey.get(key)
    if (!column || problems.has(column.id)) continue
    problems.set(column.id, reason ? problemWords(column.type, reason, values) : message)
    // A file that is too large was left out already.
    if (holdsFiles(column.type) && reason !== 'file_too_large') wrong.add(column.id)
  }
  const isWrong = ({ columnId }: KeptFile) => wrong.has(columnId)
  // Files that came before may be in a draft.
  const ids = uploads.filter(isWrong).map(({ id }) => id)
  if (ids.length > 0) await dropFiles(tx, ids)
  const files = again.files.filter((file) => !isWrong(file))
  return {
    result: { kind: 'again', why: 'problems', again: { ...again, files, problems } },
    gone: new Set(ids),
  }
}
