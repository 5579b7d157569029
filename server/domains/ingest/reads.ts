import { ingestOperations } from '../../../contract/ingest.ts'
import type { KeyActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import { type KeyCall, SENT, type Sent } from '../../platform/http/call.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/cursor.ts'
import { checkOf } from '../../platform/http/validation.ts'
import { Lane } from '../../platform/jobs/lane.ts'
import { columnOut } from '../records/columns/columns.ts'
import { type DefinitionView, isFact } from '../records/definitions/definition.rules.ts'
import { rawProjector } from '../records/rows/raw-cells.rules.ts'
import { admit, rateLimited } from './admission.ts'
import { type GuideOptions, guideMarkdown, writeGuide } from './guide.ts'
import { unknownKey } from './key-auth.ts'
import type { PreparedDefinitions } from './prepared.ts'
import { type RateDecision, rateHeaders } from './rate.rules.ts'
import { listRawRows, listTimedRawRows, type RawRow, type TimedRawRow } from './reads.sql.ts'

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

/** GET /v1/ingest/board and /v1/ingest/page. */
export class Reads {
  readonly #db: Database
  readonly #prepared: PreparedDefinitions
  readonly #limit: number
  readonly #guide: Omit<GuideOptions, 'scopes'>
  /** A key's reads are counted in its rate row; many at once, so that they don't queue for its lock. */
  readonly #counting = new Map<string, Lane<string, Judged>>()
  readonly #heads = new WeakMap<DefinitionView, Map<string, Head>>()

  constructor(
    db: Database,
    prepared: PreparedDefinitions,
    limit: number,
    guide: Omit<GuideOptions, 'scopes'>,
  ) {
    this.#db = db
    this.#prepared = prepared
    this.#limit = limit
    this.#guide = guide
  }

  /** @throws Refusal unauthenticated, rate_limited, invalid_request, invalid_cursor. */
  async read(call: ReadCall): Promise<Sent> {
    const { actor, reply } = call
    const { version, decision } = await this.#lane(actor.workspaceId).submit(actor.keyId)
    if (version === undefined || !decision) throw unknownKey()
    if (!decision.granted) throw rateLimited(decision.rate, decision.retryAfter)
    reply.headers(rateHeaders(decision.rate))
    const { limit = DEFAULT_LIMIT, cursor, format } = readQuery(call.query)

    const [after] = cursor ? decodeCursor(cursor, ['number']) : [0]
    const { prepared, listed } = await this.#db.withWorkspace(actor, async (tx) => {
      const prepared = await this.#prepared.at(tx, actor, version)
      const list = computes(prepared.view) ? listTimedRawRows : listRawRows
      // Not awaited here, so that COMMIT goes out with it.
      const listed = format === 'markdown' ? [] : list(tx, actor.definitionId, after, limit + 1)
      return { prepared, listed }
    })
    const rows = await listed
    const head = this.#head(prepared.view, actor)
    if (format === 'markdown') {
      reply.type('text/markdown; charset=utf-8').serializer(String).send(head.markdown)
      return SENT
    }
    const { items, nextCursor } = page(rows, limit, (row) => [row.position])
    const body = `${head.before}[${items.map(head.row).join(',')}]${head.after}${JSON.stringify(nextCursor)}}`
    reply.type('application/json; charset=utf-8').serializer(String).send(body)
    return SENT
  }

  #lane(workspaceId: string): Lane<string, Judged> {
    const known = this.#counting.get(workspaceId)
    if (known) return known
    if (this.#counting.size > 1000) {
      for (const [id, lane] of this.#counting) if (lane.idle) this.#counting.delete(id)
    }
    const lane = new Lane<string, Judged>({
      work: (keyIds) => this.#count(workspaceId, keyIds),
      weigh: () => 1,
      maxWeight: 200,
      maxWaiting: 5000,
    })
    this.#counting.set(workspaceId, lane)
    return lane
  }

  #count(workspaceId: string, keyIds: string[]): Promise<Judged[]> {
    return this.#db.withWorkspace({ workspaceId }, async (tx) => {
      const admission = await admit(tx, 'read', this.#limit, keyIds, [])
      const judged = keyIds.map((keyId) => {
        const version = admission.version(keyId)
        return { version, decision: version === undefined ? undefined : admission.decide(keyId) }
      })
      admission.save()
      return judged
    })
  }

  /** What stays the same from page to page; made once for each view and set of scopes. */
  #head(view: DefinitionView, actor: KeyActor): Head {
    const heads = this.#heads.get(view) ?? new Map<string, Head>()
    this.#heads.set(view, heads)
    const rights = actor.scopes.toSorted().join(' ')
    const known = heads.get(rights)
    if (known) return known
    const head = makeHead(view, { ...this.#guide, scopes: actor.scopes })
    heads.set(rights, head)
    return head
  }
}

interface Head {
  before: string
  after: string
  markdown: string
  row: (row: RawRow) => string
}

function makeHead(view: DefinitionView, options: GuideOptions): Head {
  const { id, key, name, description, kind } = view.definition
  const guide = writeGuide(view, options)
  const named = JSON.stringify({ id, key, name, description })
  const columns = JSON.stringify(view.columns.map(columnOut))
  return {
    before: `{"data":{"${kind}":${named},"columns":${columns},"rows":`,
    after: `,"writeGuide":${JSON.stringify(guide)}},"nextCursor":`,
    markdown: guideMarkdown(view, guide),
    row: rowWriter(view),
  }
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
