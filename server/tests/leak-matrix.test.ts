import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf, AnyOperation } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { rowOperations } from '../../contract/records/rows.ts'
import type { StoredCells } from '../domains/records/definitions/definition.rules.ts'
import { openLog } from '../platform/log.ts'
import { type Asker, askers, outcomeFor } from './leaks/askers.ts'
import { namingOperations } from './leaks/asking.ts'
import { MARK } from './leaks/canaries.ts'
import { differencesOf, findingsOf, namingFindings, tellsOf } from './leaks/findings.ts'
import { bindLeaks, leakyCells, leakyCount, leakyName } from './leaks/leaky.ts'
import { unplaced, ways } from './leaks/ways.ts'
import { call, type LeakWorld, makeLeakWorld } from './leaks/world.ts'
import { listen, until } from './support/clients/listener.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { startService, type TestService } from './support/service/service.ts'

const lines: string[] = []
let service: TestService
/** A world that hides nothing, one that hides all canaries, and one that differs from that in the hidden values. */
let open: LeakWorld
let hidden: LeakWorld
let twin: LeakWorld
beforeAll(async () => {
  const log = openLog('trace', { write: (line) => lines.push(line) })
  service = await startService({ log, extend: bindLeaks, outbound: { allowWebhooks: true } })
  service.work()
  open = await makeLeakWorld(service, { variant: 'a', hide: false })
  hidden = await makeLeakWorld(service, { variant: 'a', hide: true })
  twin = await makeLeakWorld(service, { variant: 'b', hide: true })
  await service.eventsReadable()
})
afterAll(() => service.stop())

test('every operation has its line in the matrix', () => {
  expect(unplaced(operations)).toEqual([])
  const naming = ways.filter(({ names }) => names).map(({ operation }) => operation.operationId)
  expect(naming.toSorted()).toEqual(namingOperations().toSorted())
})

/** Fails with all findings in full. */
function none(findings: string[]): void {
  if (findings.length > 0) throw new Error(findings.join('\n'))
}

interface Line {
  operation: AnyOperation
}
const isStream = ({ operation: { produces } }: Line) => produces?.includes('text/event-stream')

/** One test per line. Those of streams, which take until the stream is quiet, run concurrently. */
function testEach<L extends Line>(lines: L[], name: string, check: (line: L) => Promise<void>) {
  test.concurrent.each(lines.filter(isStream))(name, check)
  test.each(lines.filter((line) => !isStream(line)))(name, check)
}

const roles: Asker[] = ['viewer', 'member', 'manager']
/**
 * The rules that hide columns are the same for each role, so the suite asks as the lowest one that gets an answer, and as
 * each kind of key. The soak asks as everybody.
 */
const isLowest = (operation: AnyOperation, asker: Asker): boolean =>
  !roles.includes(asker) ||
  asker === roles.find((role) => outcomeFor(operation, role) === 'answered')
const cells = ways.flatMap(({ operation, names }) =>
  askers.flatMap((asker) => {
    const isAsked = process.env.SOAK || isLowest(operation, asker)
    const outcome = isAsked && outcomeFor(operation, asker)
    return outcome ? [{ id: operation.operationId, asker, operation, names, outcome }] : []
  }),
)
const reading = cells.filter(
  ({ operation, outcome }) => operation.method === 'GET' && outcome === 'answered',
)
// Roles make no difference to naming, so the soak too asks as one of each kind.
const naming = cells.filter(
  ({ operation, names, asker, outcome }) =>
    names && outcome === 'answered' && asker !== 'as a role' && isLowest(operation, asker),
)

// First, while the two worlds still differ only in what is hidden.
describe('other values in the hidden columns make no other answer', () => {
  testEach(reading, '$id, as $asker', async ({ asker, operation }) => {
    none(await differencesOf([hidden, twin], operation, asker))
  })
})

describe('whoever may not see a column gets no byte of it', () => {
  testEach(cells, '$id, as $asker', async ({ asker, operation, outcome }) => {
    none(await findingsOf(hidden, operation, asker, outcome))
  })
})

describe('naming a hidden column is answered as naming one that there is none of', () => {
  // The suite names most columns in one request each.
  if (process.env.SOAK) {
    afterAll(() => {
      console.log(`figure: every hidden column named in every request of ${naming.length} cases`)
    })
  }
  test.each(naming)('$id, as $asker', async ({ asker, operation }) => {
    none(await namingFindings(hidden, operation, asker))
  })
})

describe('where nothing is hidden, the same requests tell what the table says they would', () => {
  const lines = ways.map(({ operation, tells }) => ({
    id: operation.operationId,
    operation,
    tells,
  }))
  testEach(lines, '$id: $tells', async ({ operation, tells }) => {
    const revealed = await tellsOf(open, operation)
    if (tells === undefined) expect(revealed).toEqual([])
    else expect(revealed).not.toEqual([])
  })
})

describe('webhooks send what their role may see', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.stop())

  test.each(['viewer', 'member', 'manager', 'owner'] as const)('as %s', async (role) => {
    const url = `${receiver.url}/${role}`
    const body = { url, types: ['*'], role, filter: { definitionKeys: [hidden.board.key] } }
    const { id } = (await call(hidden, 'POST', '/v1/webhooks', body)).data
    const rowId = await hidden.newRow(hidden.board)
    const path = `/v1/boards/${hidden.board.id}/rows/${rowId}`
    const { key } = hidden.board.column
    const cells = { [key]: 'Changed', [`${MARK}_text`]: `${MARK}changed` }
    await call(hidden, 'PATCH', path, { cells })
    await call(hidden, 'PATCH', path, { cells: { [`${MARK}_text`]: `${MARK}again` } })
    await call(hidden, 'POST', `${path}/comments`, { body: 'Done.' })
    await call(hidden, 'DELETE', path)
    const sent = () => receiver.received.filter((one) => one.path === `/${role}`)
    await until(() => sent().some((one) => one.body.includes('rows.deleted')), 'the last event')
    const text = sent()
      .map(({ headers, body }) => `${JSON.stringify(headers)} ${body}`)
      .join()
    const leaked = hidden.signs.filter((sign) => text.includes(sign))
    if (role === 'owner') expect(leaked).toContain(MARK)
    else expect(leaked).toEqual([])
    expect(text).toContain('Changed')
    await call(hidden, 'DELETE', `/v1/webhooks/${id}`)
  })
})

test('a stream that is open when a column is hidden tells nothing of it from then on', async () => {
  const { id, key } = open.board
  const listener = await listen(service.origin, `/v1/boards/${id}/events`, {
    token: open.desk.tokens.viewer,
  })
  const heard = (rowId: string) =>
    JSON.stringify(listener.events.filter(({ data }) => JSON.stringify(data).includes(rowId)))
  const before = await open.newRow(open.board, 3)
  await until(() => heard(before) !== '[]', 'the row before')
  expect(heard(before)).toContain(`${MARK}texta3`)
  const path = `/v1/definitions/${key}/column-policies/${MARK}_text`
  await call(open, 'PUT', path, { visibleTo: { mode: 'nobody' } })
  const after = await open.newRow(open.board, 3)
  await until(() => heard(after) !== '[]', 'the row after')
  expect(heard(after)).not.toContain(`${MARK}texta3`)
  expect(heard(after)).toContain(`${MARK}long_texta3`)
  listener.close()
})

describe('what the matrix catches', () => {
  const onPage = async (leak: LeakWorld) => [{ params: { key: leak.page.key } }]

  test('an operation that nobody placed', () => {
    expect(unplaced([...operations, leakyCells])).toEqual(['get_leaky-cells_key has 0 lines'])
  })

  test('one that answers stored cells', async () => {
    const findings = await findingsOf(hidden, leakyCells, 'viewer', 'answered', onPage)
    expect(findings).toContain(`tells ${MARK}`)
  })

  test('one that counts by hidden values', async () => {
    const findings = await differencesOf([hidden, twin], leakyCount, 'viewer', onPage)
    expect(findings).toHaveLength(1)
  })

  test('one that tells hidden columns from those that there are none of', async () => {
    const naming = async (leak: LeakWorld, _: unknown, column: string) =>
      (await onPage(leak)).map((sent) => ({ ...sent, query: { column } }))
    const findings = await namingFindings(hidden, leakyName, 'viewer', naming)
    expect(findings.length).toBeGreaterThan(10)
  })

  test('one that says of itself that it tells nothing', async () => {
    expect(await tellsOf(open, leakyCells, onPage)).not.toEqual([])
  })

  test('stored cells are no answer: the compiler refuses them', () => {
    const stored: StoredCells = { 1: 'as stored' }
    // @ts-expect-error the cells of an answer come from the projector
    const answered: AnswerOf<typeof rowOperations.boards.getRow>['data']['cells'] = stored
    expect(answered).toBe(stored)
  })
})

test('the log has no word of what cells hold', () => {
  const leaked = lines.filter((line) =>
    hidden.signs.some((sign) => sign !== MARK && line.includes(sign)),
  )
  expect(lines.length).toBeGreaterThan(1000)
  expect(leaked).toEqual([])
})
