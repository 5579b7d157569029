import { ingestOperations } from '../../../../contract/ingest/ingest.ts'
import type { KeyActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { type Tx, withCommit } from '../../../platform/database/tx.ts'
import { type KeyCall, SENT, type Sent, sendJson } from '../../../platform/http/call.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { checkOf } from '../../../platform/http/validation.ts'
import { Lanes } from '../../../platform/jobs/lanes.ts'
import { SharedReads } from '../../../platform/jobs/shared-reads.ts'
import { columnsOut } from '../../records/columns/columns.ts'
import { type DefinitionView, isFact } from '../../records/definitions/definition.rules.ts'
import { keptPages } from '../../records/listing/kept-pages.ts'
import { markOf } from '../../records/listing/page-marks.rules.ts'
import { rawProjector } from '../../records/rows/raw-cells.rules.ts'
import { admit, type KeySecret, rateLimited } from '../admission/admission.ts'
import { type RateDecision, type RateWindow, rateHeaders } from '../admission/rate.rules.ts'
import { type GuideOptions, guideMarkdown, writeGuide } from '../guide/guide.ts'
import { unknownKey } from '../keys/key-auth.ts'
import { preparedAt } from '../keys/prepared.ts'
import {
  findMark,
  listRawRows,
  listTimedRawRows,
  type RawRow,
  type TimedRawRow,
} from './reads.sql.ts'

const check = checkOf(ingestOperations.readBoard.query!, 'query')

/** Checks the query after the request was counted, so that a wrong one counts too. */
function readQuery(query: ReadCall['query']): ReadCall['query'] {
  check(query)
  return query
}

type ReadCall = KeyCall<
  (typeof ingestOperations)['readBoard'] | (typeof ingestOperations)['readPage']
>

interface Judged {
  version: string | undefined
  decision: RateDecision | undefined
}

/** A request for a page of rows. */
interface Ask {
  actor: KeyActor
  /** The definition's version when the request was admitted. */
  version: string
  after: number
  limit: number
}

/** GET /v1/ingest/board and /v1/ingest/page. */
export class Reads {
  readonly #db: Database
  readonly #limit: number
  readonly #guide: Omit<GuideOptions, 'scopes'>
  /** By workspace. Counts many reads of a key at once, so that they don't queue for the lock of its rate row. */
  readonly #counting = new Lanes<KeySecret, Judged>((workspaceId) => ({
    work: (keys) => this.#count(workspaceId, keys),
    weigh: () => 1,
    maxWeight: 200,
    maxWaiting: 5000,
  }))
  /** What keys were granted while there was no primary. */
  readonly #alone = new Map<string, RateWindow>()
  readonly #pages = new SharedReads<Ask, string | Buffer>((ask, name) => this.#read(ask, name))
  readonly #heads = new WeakMap<DefinitionView, Map<string, Head>>()

  constructor(db: Database, limit: number, guide: Omit<GuideOptions, 'scopes'>) {
    this.#db = db
    this.#limit = limit
    this.#guide = guide
  }

  /** @throws Refusal unauthenticated, rate_limited, invalid_request, invalid_cursor. */
  async read(call: ReadCall): Promise<Sent> {
    const { actor, reply } = call
    const { version, decision } = await this.#counting.submit(actor.workspaceId, actor)
    if (version === undefined || !decision) throw unknownKey()
    if (!decision.granted) throw rateLimited(decision.rate, decision.retryAfter)
    reply.headers(rateHeaders(decision.rate))
    const { limit = DEFAULT_LIMIT, cursor, format } = readQuery(call.query)

    const [after] = cursor ? decodeCursor(cursor, ['number']) : [0]
    if (format === 'markdown') {
      const { markdown } = await this.#db.readWorkspace(actor, (tx) =>
        this.#headAt(tx, actor, version),
      )
      reply.type('text/markdown; charset=utf-8').serializer(String).send(markdown)
      return SENT
    }
    const name = [actor.definitionId, version, rightsOf(actor), after, limit].join(' ')
    return sendJson(reply, await this.#pages.ask(name, { actor, version, after, limit }))
  }

  #count(workspaceId: string, keys: KeySecret[]): Promise<Judged[]> {
    return this.#db.askWorkspace({ workspaceId }, async (tx) => {
      const admission = await admit(tx, 'read', this.#limit, keys, new Map(), this.#alone)
      const judged = keys.map((key) => {
        const version = admission.version(key)
        return {
          version,
          decision: version === undefined ? undefined : admission.decide(key.keyId),
        }
      })
      admission.save()
      return judged
    })
  }

  /** A page's current JSON. If the page in memory has not changed, only its mark is read. */
  async #read(ask: Ask, name: string): Promise<string | Buffer> {
    const { actor, after, limit } = ask
    const kept = keptPages.find(name)
    if (kept) {
      const mark = await this.#db.readWorkspace(actor, async (tx) =>
        withCommit(findMark(tx, actor.definitionId, after, limit + 1)),
      )
      if (mark === kept.mark) return kept.body
    }
    for (let { version } = ask; ; ) {
      const { head, rows } = await this.#db.readWorkspace(actor, async (tx) => {
        const head = await this.#headAt(tx, actor, version)
        const listed = head.list(tx, actor.definitionId, after, limit + 1)
        return withCommit(listed.then((rows) => ({ head, rows })))
      })
      if (rows.length === 0) return bodyOf(head, rows, limit)
      const current = rows[0]!.version
      if (current === null) throw unknownKey()
      if (current === head.version) {
        const body = bodyOf(head, rows, limit)
        if (current === ask.version) {
          keptPages.keep(name, () => ({ mark: markOf(rows), body: Buffer.from(body) }))
        }
        return body
      }
      version = current // the definition has changed, and decides what is shown: read again with the new one
    }
  }

  async #headAt(tx: Tx, actor: KeyActor, version: string): Promise<Head> {
    const { view } = await preparedAt(tx, actor, version)
    return this.#head(view, actor)
  }

  /** What stays the same from page to page; made once for each view and set of scopes. */
  #head(view: DefinitionView, actor: KeyActor): Head {
    const heads = this.#heads.get(view) ?? new Map<string, Head>()
    this.#heads.set(view, heads)
    const rights = rightsOf(actor)
    const known = heads.get(rights)
    if (known) return known
    const head = makeHead(view, { ...this.#guide, scopes: actor.scopes })
    heads.set(rights, head)
    return head
  }
}

const rightsOf = ({ scopes }: KeyActor): string => scopes.toSorted().join(' ')

interface Head {
  before: string
  after: string
  markdown: string
  version: string
  list: typeof listRawRows
  row: (row: RawRow) => string
}

function makeHead(view: DefinitionView, options: GuideOptions): Head {
  const { id, key, name, description, kind, version } = view.definition
  const guide = writeGuide(view, options)
  const named = JSON.stringify({ id, key, name, description })
  const columns = JSON.stringify(columnsOut(view))
  return {
    before: `{"data":{"${kind}":${named},"columns":${columns},"rows":`,
    after: `,"writeGuide":${JSON.stringify(guide)}},"nextCursor":`,
    markdown: guideMarkdown(view, guide),
    version,
    list: computes(view) ? listTimedRawRows : listRawRows,
    row: rowWriter(view),
  }
}

function bodyOf(head: Head, rows: readonly RawRow[], limit: number): string {
  const { items, nextCursor } = page(rows, limit, (row) => [row.position])
  return `${head.before}[${items.map(head.row).join(',')}]${head.after}${JSON.stringify(nextCursor)}}`
}

const computes = (view: DefinitionView): boolean => view.columns.some(isFact)

/** Writes a row's JSON from its stored text, and adds the few computed cells from its facts. */
function rowWriter(view: DefinitionView): (row: RawRow) => string {
  const project = rawProjector(view.columns)
  const cellsOf = computes(view)
    ? (row: RawRow) => {
        const computed = JSON.stringify(view.project({}, factsOf(row as TimedRawRow)))
        return merged(project(row.cells), computed)
      }
    : (row: RawRow) => project(row.cells)
  return (row) =>
    `{"id":"${row.id}","position":${row.position},"source":"${row.source}","cells":${cellsOf(row)},"createdBy":"${row.created_by}"}`
}

/** Two JSON objects as one. */
const merged = (a: string, b: string): string =>
  a === '{}' ? b : b === '{}' ? a : `${a.slice(0, -1)},${b.slice(1)}`

const factsOf = (row: TimedRawRow) => ({
  position: row.position,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})
