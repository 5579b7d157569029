import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../tests/support/clients/client.ts'
import {
  forgetAgreements,
  publish,
  refusalOf,
  signersOf,
  signingOf,
  TERMS,
} from '../../tests/support/desks/agreements.ts'
import { type Desk, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let signers: ReturnType<typeof signersOf>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  signers = signersOf(service, desk)
})
afterAll(() => service.stop())

const NAME = 'Harbor & <b>Sons</b>'
beforeEach(async () => {
  await forgetAgreements(service)
  await service.sql('DELETE FROM events')
  await service.sql('UPDATE workspaces SET name = $2 WHERE id = $1', [desk.workspaceId, NAME])
})

const PATH = '/v1/workspace/agreements'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

test('a standing tells the current version, as this workspace reads it', async () => {
  await publish(service, {
    title: 'Terms & conditions',
    minimumFunding: '{amountMinor: 5000000, period: quarter}',
    body: '# Hello\n\n**{{legalName}}** of {{ workspaceName }}: {{version}}, {{effectiveDate}}, {{minimumFunding}}.\n\n<script>x()</script>',
  })
  const answer = await signers.get(TERMS, 'viewer')
  expect(answer.status).toBe(200)
  const { html, bodyHtml, bodySource, documentHash, ...rest } = answer.body.data
  expect(rest).toEqual({
    kind: 'terms_of_service',
    title: 'Terms & conditions',
    version: '1.0',
    effectiveAt: '2026-01-01T00:00:00.000Z',
    requiresResign: false,
    signed: false,
    signedAt: null,
    signedByAccountId: null,
    signedByWorkspace: false,
    signerName: null,
    signerTitle: null,
    workspaceSignedAt: null,
    workspaceSigner: null,
    firstViewedAt: null,
    lastViewedAt: null,
    viewCount: 0,
    agreedMinimumFunding: null,
    minimumFunding: { source: 'version', amountMinor: 5000000, period: 'quarter' },
  })
  expect(bodySource).toContain('**{{legalName}}**')
  expect(bodyHtml).toContain('<strong>{{legalName}}</strong> of {{ workspaceName }}: {{version}},')
  expect(bodyHtml).not.toContain('script')
  expect(html).toMatch(/^<!doctype html>\n/)
  const escaped = 'Harbor &amp; &lt;b&gt;Sons&lt;/b&gt;'
  expect(html).toContain(
    `<strong>${escaped}</strong> of ${escaped}: 1.0, January 1, 2026, $50,000.00 per quarter.`,
  )
  expect(html).toContain('<title>Terms &amp; conditions, version 1.0</title>')
  expect(html).not.toMatch(/\{\{|<script|<b>Sons/)
  expect(sha256(html)).toBe(documentHash)
  expect(answer.body.data.documentHash).toBe((await signers.standing('admin')).documentHash)
  expect((await signers.get(PATH, 'viewer')).body).toEqual({
    data: [answer.body.data],
    nextCursor: null,
  })
})

test('the minimum is of the version, of the operator’s override, or none', async () => {
  await publish(service)
  expect((await signers.standing()).minimumFunding).toEqual({
    source: 'none',
    amountMinor: null,
    period: null,
  })
  await service.sql(`INSERT INTO agreement_overrides VALUES ($1, 'terms_of_service', 0, 'year')`, [
    desk.workspaceId,
  ])
  expect((await signers.standing()).minimumFunding).toEqual({
    source: 'override',
    amountMinor: 0,
    period: 'year',
  })
  expect((await signers.standing()).html).toContain('<dd>$0.00 per year</dd>')
})

test('an agreement that is unknown, unpublished or yet to come is not found', async () => {
  await publish(service, { effectiveAt: '2999-01-01' })
  for (const kind of ['terms_of_service', 'privacy_policy', 'nonsense', '%20']) {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/viewed'],
      ['POST', '/sign'],
      ...(kind === 'terms_of_service' ? [] : [['GET', '/versions'] as const]),
      ...(kind === 'terms_of_service' ? [] : [['GET', '/evidence'] as const]),
    ] as const) {
      const body = path === '/sign' ? signingOf({ version: '1', documentHash: 'x' }) : undefined
      const answer = await service.api(method, `${PATH}/${kind}${path}`, {
        token: desk.tokens.owner,
        body,
      })
      expect(refusalOf(answer), `${method} ${kind}${path}`).toEqual([404, 'not_found'])
    }
  }
  expect((await signers.get(PATH)).body).toEqual({ data: [], nextCursor: null })
})

test('standings are listed by kind, a page at a time', async () => {
  const kinds = ['broker_agreement', 'data_processing', 'privacy_policy', 'terms_of_service']
  for (const kind of kinds.toReversed()) await publish(service, { kind })
  const seen: string[] = []
  let cursor = ''
  for (;;) {
    const { body } = await signers.get(`${PATH}?limit=3${cursor}`, 'viewer')
    seen.push(...body.data.map(({ kind }: { kind: string }) => kind))
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  expect(seen).toEqual(kinds)
  expect((await signers.get(`${PATH}?cursor=x`)).body.code).toBe('invalid_cursor')
})

test('versions are listed newest first, those to come too', async () => {
  for (const [version, effectiveAt] of [
    ['b', '2026-02-01T00:00:00.123Z'],
    ['c', '2999-01-01'],
    ['a', '2026-01-01'],
  ] as const) {
    await publish(service, { version, effectiveAt })
  }
  const { body } = await signers.get(`${TERMS}/versions`, 'viewer')
  expect(body.data.map((v: { version: string }) => v.version)).toEqual(['c', 'b', 'a'])
  expect(body.data.map((v: { current: boolean }) => v.current)).toEqual([false, true, false])
  expect(body.data[1]).toEqual({
    kind: 'terms_of_service',
    title: 'Terms of service',
    version: 'b',
    current: true,
    effectiveAt: '2026-02-01T00:00:00.123Z',
    publishedAt: TIME,
    requiresResign: false,
    bodySource: 'You agree.\n',
    bodyHtml: '<p>You agree.</p>\n',
  })
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body: page }: Answer = await signers.get(
      `${TERMS}/versions?limit=1${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.data.map((v: { version: string }) => v.version))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(['c', 'b', 'a'])
  expect((await signers.get(`${TERMS}/versions?cursor=${btoa('["x"]')}`)).body.code).toBe(
    'invalid_cursor',
  )
})

test('opening it stamps each account’s views of each version, and accepts nothing', async () => {
  await publish(service)
  const first = await signers.view('viewer')
  expect(first.status).toBe(201)
  const stamps = ({ firstViewedAt, lastViewedAt, viewCount, signed }: Record<string, unknown>) => ({
    firstViewedAt,
    lastViewedAt,
    viewCount,
    signed,
  })
  const at = first.body.data.firstViewedAt
  expect(stamps(first.body.data)).toEqual({
    firstViewedAt: TIME,
    lastViewedAt: at,
    viewCount: 1,
    signed: false,
  })
  const { data } = (await signers.view('viewer')).body
  expect(stamps(data)).toMatchObject({ firstViewedAt: at, viewCount: 2, signed: false })
  expect(Date.parse(data.lastViewedAt)).toBeGreaterThan(Date.parse(at))
  expect(data).toEqual(await signers.standing('viewer'))
  expect((await signers.standing('owner')).viewCount).toBe(0)
  await publish(service, { version: '2.0', effectiveAt: '2026-02-01' })
  expect((await signers.standing('viewer')).viewCount).toBe(0)
  const [event] = await service.sql(
    "SELECT subject, actor, data FROM events WHERE workspace_id = $1 AND type = 'agreement.viewed' LIMIT 1",
    [desk.workspaceId],
  )
  expect(event).toEqual({
    subject: 'agreement:terms_of_service',
    actor: `user:${desk.seats.viewer}`,
    data: { agreementKind: 'terms_of_service', version: '1.0' },
  })
})

test('two first views at once count two', async () => {
  await publish(service)
  await Promise.all([signers.view('member'), signers.view('member'), signers.view('member')])
  expect((await signers.standing('member')).viewCount).toBe(3)
})

test('a version takes effect by the database’s clock, whatever this process’s says', async () => {
  await publish(service)
  const [{ at }] = await service.sql("SELECT now() + interval '12 hours' AS at")
  await publish(service, { version: '2.0', effectiveAt: at.toISOString() })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  try {
    expect((await signers.standing()).version).toBe('1.0')
    vi.setSystemTime(0)
    expect((await signers.standing()).version).toBe('1.0')
    await service.sql(
      "UPDATE agreement_versions SET effective_at = (SELECT effective_at - interval '12 hours') WHERE version = '2.0'",
    )
    expect((await signers.standing()).version).toBe('2.0')
  } finally {
    vi.useRealTimers()
  }
})
