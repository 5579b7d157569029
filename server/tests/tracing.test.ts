// Traces, as a collector gets them from the service as it runs.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../contract/language/version.ts'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { importsOf, productFiles, readTree } from './tidy/tree.ts'

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]

type Receiver = Awaited<ReturnType<typeof startReceiver>>

let database: TestDatabase
let collector: Receiver
let hooks: Receiver
let server: ServerProcess
let owner: Person
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  collector = await startReceiver(() => 200)
  hooks = await startReceiver()
  server = await startServerProcess({
    env: {
      ...database.env,
      WEB_PROCESSES: '1',
      ALLOW_PRIVATE_WEBHOOKS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  })
  owner = await signUp(server)
  const board = await makeBoard(server, owner.token, [{ name: 'Business', type: 'text' }])
  ;({ secret: key } = board)
  const made = await owner.api('POST', '/v1/webhooks', {
    body: { url: `${hooks.url}/their-hook`, types: ['rows.*'], role: 'member' },
  })
  expect(made.status).toBe(201)
})
afterAll(async () => {
  await server.stop()
  collector.stop()
  hooks.stop()
  await database.drop()
})

const batches = () => collector.received.map(({ body }) => JSON.parse(body))
const spans = (): SentSpan[] =>
  batches().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((one: { scopeSpans: { spans: SentSpan[] }[] }) =>
      one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
const attribute = ({ attributes }: SentSpan, name: string) => {
  const value = attributes.find((one) => one.key === name)?.value
  return value?.stringValue ?? value?.intValue
}
async function spanOf(isIt: (span: SentSpan) => boolean, what: string): Promise<SentSpan> {
  await until(() => spans().some(isIt), what)
  return spans().find(isIt)!
}

/** A trace as a caller begins it, sampled or not. */
function callerTrace(flags: '01' | '00') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, header: `00-${traceId}-${spanId}-${flags}` }
}

const write = (traceparent: string) =>
  server.api('POST', '/v1/ingest/rows', {
    headers: { 'x-api-key': key, traceparent },
    body: { cells: { business: 'Acme Bakery' } },
  })

describe('with a collector', () => {
  test('a request is a span of its caller’s trace, with its transactions as children', async () => {
    const { traceId, spanId, header } = callerTrace('01')
    const answer = await write(header)
    expect(answer.status).toBe(201)
    const span = await spanOf((one) => one.traceId === traceId && one.kind === SERVER, 'the span')
    expect([span.name, span.parentSpanId]).toEqual(['post_ingest-rows', spanId])
    expect(attribute(span, 'http.route')).toBe('/v1/ingest/rows')
    expect(attribute(span, 'http.request.method')).toBe('POST')
    expect(attribute(span, 'http.response.status_code')).toBe(201)
    expect(attribute(span, 'sourcebook.request_id')).toBe(answer.headers.get('x-request-id'))
    const isChild = (one: SentSpan) => one.parentSpanId === span.spanId
    const child = await spanOf(isChild, 'its transaction')
    expect([child.name, child.kind, child.traceId]).toEqual(['transaction', CLIENT, traceId])
  })

  test('what a caller does not sample is not sent', async () => {
    const [without, after] = [callerTrace('00'), callerTrace('01')]
    expect((await write(without.header)).status).toBe(201)
    expect((await write(after.header)).status).toBe(201)
    await spanOf((one) => one.traceId === after.traceId, 'the later span')
    expect(spans().filter((one) => one.traceId === without.traceId)).toEqual([])
  })

  test('a refusal and an unknown path are spans that did not fail', async () => {
    const [refused, unknown] = [callerTrace('01'), callerTrace('01')]
    const ask = (path: string, { header }: typeof refused) =>
      owner.api('GET', path, { headers: { traceparent: header } })
    expect((await ask('/v1/definitions/secret-name', refused)).status).toBe(404)
    expect((await ask('/nothing/secret-name', unknown)).status).toBe(404)
    for (const { traceId } of [refused, unknown]) {
      const span = await spanOf((one) => one.traceId === traceId && one.kind === SERVER, 'it')
      expect(attribute(span, 'http.response.status_code')).toBe(404)
      expect(span.status.code ?? 0).toBe(0)
    }
  })

  test('background work is a span, and a webhook is sent without the trace', async () => {
    await write(callerTrace('01').header)
    await until(() => hooks.received.length > 0, 'the webhook')
    const span = await spanOf((one) => one.name === 'webhooks', 'its span')
    expect([span.kind, span.parentSpanId ?? '']).toEqual([INTERNAL, ''])
    expect(Object.keys(hooks.received[0]!.headers)).not.toContain('traceparent')
  })

  test('the service is named, and nothing that people sent is in a trace', async () => {
    const [first] = batches()
    const { attributes } = first.resourceSpans[0].resource
    expect(attributes).toEqual(
      expect.arrayContaining([
        { key: 'service.name', value: { stringValue: 'sourcebook' } },
        { key: 'service.version', value: { stringValue: VERSION } },
        { key: 'deployment.environment.name', value: { stringValue: 'test' } },
      ]),
    )
    const { path, headers } = collector.received[0]!
    expect([path, headers['x-collector-key']]).toEqual(['/v1/traces', 'of-the-collector'])
    const known = new Set(spans().flatMap((span) => span.attributes.map((one) => one.key)))
    expect([...known].sort()).toEqual([
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'sourcebook.committed',
      'sourcebook.request_id',
    ])
    const sent = collector.received.map(({ body }) => body).join('\n')
    const theirs = [
      'Acme',
      'secret-name',
      'their-hook',
      key,
      owner.token,
      owner.email,
      owner.password,
    ]
    for (const text of theirs) expect(sent).not.toContain(text)
  })
})

test('a protocol that nobody speaks here stops the start, with those that are', async () => {
  const one = startProcess('bin/sourcebook.mjs', ['web'], {
    ...database.env,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })
  expect((await one.exited).code).not.toBe(0)
  expect(one.stderr()).toContain(
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json',
  )
})

const FILE = 'server/platform/metrics/otlp-traces.ts'

test('OpenTelemetry is loaded only by the file that a process with a collector loads', () => {
  const tree = readTree()
  const importersOf = (wanted: RegExp) =>
    productFiles(tree).flatMap(([path, source]) =>
      importsOf(path, source).some(({ to }) => wanted.test(to)) ? [path] : [],
    )
  expect(importersOf(/^@opentelemetry\//)).toEqual([FILE])
  expect(importersOf(new RegExp(`^${FILE}$`))).toEqual(['server/commands/serve.ts'])
  expect(tree.get('server/commands/serve.ts')).toContain(
    "await import('../platform/metrics/otlp-traces.ts')",
  )
})
