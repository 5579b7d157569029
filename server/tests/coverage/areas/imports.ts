import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { NOTHING, placeOf } from '../subjects.ts'
import type { Place, World } from '../world.ts'

const { boards, definitions } = operationGroups

/** The two families of routes, and where each is tried. */
const families = [
  {
    op: boards,
    place: (world: World): Place => world.board,
    params: ({ id }: Place) => ({ id }),
    base: ({ id }: Place) => `/v1/boards/${id}`,
    address: ({ id }: Place) => ({ boardId: id }),
    nowhere: { boardId: NOTHING },
    run: 'boardRun',
  },
  {
    op: definitions,
    place: (world: World): Place => world.page,
    params: ({ key }: Place) => ({ key }),
    base: ({ key }: Place) => `/v1/definitions/${key}`,
    address: ({ key }: Place) => ({ definitionKey: key }),
    nowhere: { definitionKey: 'no-such-page' },
    run: 'pageRun',
  },
] as const
type Family = (typeof families)[number]

/** Makes a row, and records it as an import. */
async function recorded(world: World, family: Family, cells: object): Promise<string> {
  const place = family.place(world)
  const api = (path: string, body: object) =>
    world.service.api('POST', `${family.base(place)}${path}`, { token: world.owner, body })
  const row = await api('/rows', { cells, source: 'import' })
  const body = {
    fileName: 'leads.csv',
    total: 1,
    imported: 1,
    failed: 0,
    results: [row.body.data.id],
  }
  return (await api('/imports', body)).body.data.id
}

const setRunning = ({ service }: World, { params }: Sent): Promise<unknown> =>
  service.sql(
    `UPDATE import_runs SET status = 'running', finished_at = NULL, progressed_at = now() WHERE id = $1`,
    [params!.runId],
  )

const good = (family: Family): [AnyOperation, Good][] => {
  const { op, place, params, address } = family
  const cellsOf = ({ column }: Place) => ({ [column.key]: 'Acme' })
  const at = (world: World, more: object = {}): Sent => ({
    token: world.owner,
    params: { ...params(place(world)), ...more },
  })
  const ofRun: Good = (world) => at(world, { runId: world.things[family.run]! })
  const upload: Good = (world) => ({
    token: world.owner,
    body: { ...address(place(world)), file: `${place(world).column.key}\nAcme\n` },
  })
  const ofNewRun: Good = async (world) =>
    at(world, { runId: await recorded(world, family, cellsOf(place(world))) })
  return [
    [op.importFile, upload],
    [op.previewImport, upload],
    [op.listImports, (world) => at(world)],
    [
      op.recordImport,
      (world) => ({
        ...at(world),
        body: {
          fileName: 'leads.csv',
          total: 3,
          imported: 1,
          failed: 1,
          results: [place(world).rowId],
        },
      }),
    ],
    [op.getImport, ofRun],
    [op.listImportRows, ofRun],
    [op.listImportFailures, ofRun],
    [
      op.cancelImport,
      async (world) => {
        const sent = await ofNewRun(world)
        await setRunning(world, sent)
        return sent
      },
    ],
    [op.previewUndo, ofRun],
    [op.undoImport, ofNewRun],
    [
      op.redoImport,
      async (world) => {
        const sent = await ofNewRun(world)
        await send(world.service, op.undoImport, sent)
        return sent
      },
    ],
  ]
}

const cases = (family: Family): Area['cases'] => {
  const { op, place, nowhere } = family
  const withBody =
    (change: (place: Place) => object): Case =>
    async (world, operation) => {
      const sent = await goodRequest(world, operation)
      const body = { ...(sent.body as object), ...change(place(world)) }
      return [await send(world.service, operation, { ...sent, body })]
    }
  const unknownColumn = withBody(({ column }) => ({ mapping: { [column.key]: 'no_such_column' } }))
  /** Maps to two columns to be created, which only a preview can. */
  const adding =
    (change: (place: Place) => object): Case =>
    (world, operation) => {
      const dryRun = operation === op.importFile ? { dryRun: 'true' } : {}
      const mapping = (at: Place) => [
        { name: 'Extra', type: 'text' },
        { name: 'More', type: 'text', ...change(at) },
      ]
      return withBody((at) => ({ mapping: mapping(at), ...dryRun }))(world, operation)
    }
  const locked: Case = async (world, operation) => {
    const { column, key } = place(world)
    const path = `/v1/definitions/${key}/column-policies/${column.id}`
    const put = (mode: string) =>
      world.service.api('PUT', path, { token: world.owner, body: { editableBy: { mode } } })
    await put('nobody')
    try {
      const change = withBody(() => ({ mapping: [column.key] }))
      return await change(world, operation)
    } finally {
      await put('everyone')
    }
  }
  /** Undoes a run, after doing something else to it first. */
  const after =
    (first: (world: World, sent: Sent) => Promise<unknown>): Case =>
    async (world, operation) => {
      const sent = await goodRequest(world, op.undoImport)
      await first(world, sent)
      return [await send(world.service, operation, sent)]
    }
  const undone = after((world, sent) => send(world.service, op.undoImport, sent))
  const running = after(setRunning)
  const taken: Case = async (world, operation) => {
    const base = family.base(place(world))
    const api = (method: string, path: string, body?: object) =>
      world.service.api(method, `${base}${path}`, { token: world.owner, body })
    const column = await api('POST', '/columns', { name: 'Number', type: 'text', unique: true })
    const cells = { [column.body.data.key]: 'one' }
    const runId = await recorded(world, family, cells)
    await api('POST', `/imports/${runId}/undo`)
    const other = await api('POST', '/rows', { cells })
    const sent = { token: world.owner, params: { ...family.params(place(world)), runId } }
    const answer = await send(world.service, operation, sent)
    await api('DELETE', `/rows/${other.body.data.id}`)
    await api('DELETE', `/columns/${column.body.data.id}`)
    return [answer]
  }
  return [
    ...[op.importFile, op.previewImport].flatMap((operation): Area['cases'] => [
      [operation, 'unknown_reference', withBody(() => nowhere)],
      [operation, 'unknown_column', unknownColumn],
      [operation, 'column_locked', locked],
      [operation, 'name_taken', adding(() => ({ name: 'Extra' }))],
      [operation, 'key_taken', adding(({ column }) => ({ key: column.key }))],
    ]),
    [op.recordImport, 'unknown_reference', withBody(() => ({ results: [NOTHING] }))],
    ...[op.previewUndo, op.undoImport].flatMap((operation): Area['cases'] => [
      [operation, 'import_running', running],
      [operation, 'already_undone', undone],
    ]),
    [op.cancelImport, 'import_finished', after(async () => {})],
    [op.redoImport, 'not_undone', after(async () => {})],
    [op.redoImport, 'value_taken', taken],
  ]
}

const unknown = { missing: NOTHING, status: 400, code: 'unknown_reference' }
const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})

export const imports: Area = {
  async furnish(world) {
    const runs: Record<string, string> = {}
    for (const family of families) {
      const { column } = family.place(world)
      runs[family.run] = await recorded(world, family, { [column.key]: `${world.mark} row` })
    }
    return runs
  },
  good: families.flatMap(good),
  cases: families.flatMap(cases),
  subjects: {
    imports: {
      of: ({ things }) => [things.boardRun!, things.pageRun!],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: {
    'body.boardId': [
      {
        put: (sent, id) => inBody(sent, { boardId: id }),
        foreign: (theirs) => [theirs.board.id],
        as: unknown,
      },
    ],
    'body.results[]': [
      {
        put: (sent, id) => inBody(sent, { results: [id] }),
        foreign: (theirs, operation) => [placeOf(theirs, operation).rowId],
        as: unknown,
      },
    ],
  },
}
