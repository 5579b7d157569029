import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../../shared/roles.ts'
import { publish } from '../../tests/support/desks/agreements.ts'
import { type Desk, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { hostileHtml } from '../../tests/support/inputs/hostile-html.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let documentHash: string
const PATH = '/v1/workspace/agreements/broker_agreement'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const evidence = (role: Role, query = '') =>
  service.api('GET', `${PATH}/evidence${query}`, { token: desk.tokens[role] })

async function sign(role: Role, more: object) {
  const token = desk.tokens[role]
  const headers = { 'user-agent': `<i>${role}</i>` }
  const { version, documentHash } = (await service.api('POST', `${PATH}/viewed`, { token })).body
    .data
  const body = { version, documentHash, signerTitle: 'Clerk', consent: true, ...more }
  return service.api('POST', `${PATH}/sign`, { token, body, headers, from: '203.0.113.7' })
}

/** One version that a member and an admin signed, one that a viewer opened, and one that is not yet in effect. */
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const kind = 'broker_agreement'
  const minimumFunding = '{amountMinor: 100, period: month}'
  const body = `For **{{legalName}}**, in Zürich — ✓.\n\n${hostileHtml.join('\n\n').replaceAll('\0', '')}`
  await publish(service, { kind, version: '1.0', minimumFunding, body })
  await sign('member', { signerName: '<script>alert(1)</script>' })
  const bound = await sign('admin', { signerName: 'Ada', forWorkspace: true })
  documentHash = bound.body.data.documentHash
  await publish(service, { kind, version: '2.0', effectiveAt: '2026-02-01', title: 'The second' })
  await service.api('POST', `${PATH}/viewed`, { token: desk.tokens.viewer })
  await publish(service, { kind, version: '3.0', effectiveAt: '2999-01-01', title: 'The third' })
})
afterAll(() => service.stop())

test('an owner gets every version that somebody viewed or signed, with its bytes and stamps', async () => {
  const answer = await evidence('owner')
  expect(answer.status).toBe(200)
  const { data } = answer.body
  expect(data).toMatchObject({
    kind: 'broker_agreement',
    title: 'The second',
    madeAt: TIME,
    workspace: { id: desk.workspaceId, name: expect.stringMatching(/^Desk \d+$/) },
  })
  const [first, second, ...more] = data.documents
  expect(more).toEqual([])
  expect([first.version, second.version]).toEqual(['1.0', '2.0'])
  // The same hash as `jq -rj .data.documents[0].document | sha256sum` gives.
  expect(sha256(Buffer.from(first.document, 'utf8'))).toBe(documentHash)
  expect(first.documentHash).toBe(documentHash)
  expect(sha256(Buffer.from(second.document, 'utf8'))).toBe(second.documentHash)
  expect(first.views).toHaveLength(2)
  expect(second.views).toEqual([
    {
      accountId: expect.any(String),
      crmUserId: desk.seats.viewer,
      name: 'The viewer',
      firstViewedAt: TIME,
      lastViewedAt: TIME,
      viewCount: 1,
    },
  ])
  expect(second.signatures).toEqual([])
  const stamp = { id: expect.any(String), accountId: expect.any(String), documentHash }
  const from = { address: '203.0.113.7', consent: true, signedAt: TIME, signerTitle: 'Clerk' }
  expect(first.signatures).toEqual([
    {
      ...stamp,
      ...from,
      crmUserId: desk.seats.member,
      userAgent: '<i>member</i>',
      email: expect.stringMatching(/^member\d+@desk\.example$/),
      forWorkspace: false,
      signerName: '<script>alert(1)</script>',
      agreedMinimumFunding: null,
    },
    {
      ...stamp,
      ...from,
      crmUserId: desk.seats.admin,
      userAgent: '<i>admin</i>',
      email: expect.stringMatching(/^admin\d+@desk\.example$/),
      forWorkspace: true,
      signerName: 'Ada',
      agreedMinimumFunding: { amountMinor: 100, period: 'month' },
    },
  ])
})

test('others get their own stamps and the workspace’s signature', async () => {
  const { documents } = (await evidence('viewer')).body.data
  expect(documents.map((d: { version: string }) => d.version)).toEqual(['1.0', '2.0'])
  expect(documents[0].views).toEqual([])
  expect(documents[0].signatures.map((s: { signerName: string }) => s.signerName)).toEqual(['Ada'])
  expect(documents[1].views).toHaveLength(1)
  const ofManager = (await evidence('manager')).body.data.documents
  expect(ofManager.map((d: { version: string }) => d.version)).toEqual(['1.0'])
  expect(ofManager[0].signatures).toHaveLength(1)
  const ofMember = (await evidence('member')).body.data.documents
  expect(ofMember[0].signatures).toHaveLength(2)
  expect(ofMember[0].views).toHaveLength(1)
  expect((await evidence('admin')).body.data.documents[0].views).toHaveLength(2)
})

test('a person’s email, and a document, stand as they were', async () => {
  const before = (await evidence('owner')).body.data.documents[0]
  await service.sql("UPDATE seats SET email = 'else@desk.example' WHERE workspace_id = $1", [
    desk.workspaceId,
  ])
  await service.sql("UPDATE workspaces SET name = 'Renamed' WHERE id = $1", [desk.workspaceId])
  const after = (await evidence('owner')).body.data
  expect(after.workspace.name).toBe('Renamed')
  expect(after.documents[0]).toEqual(before)
  expect(after.documents[1].document).toContain('Renamed')
})

test('as a page to save and print it runs nothing, and holds the very bytes', async () => {
  const page = await evidence('owner', '?format=html')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-disposition')).toBe(
    'attachment; filename="broker_agreement-evidence.html"',
  )
  expect(page.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const html = page.text
  expect(html).toMatch(/^<!doctype html>\n[\s\S]*<\/body>\n<\/html>\n$/)
  const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name!))
  for (const name of ['script', 'svg', 'img', 'iframe', 'form', 'object', 'link', 'base', 'i']) {
    expect(tags.has(name), name).toBe(name === 'i' && false)
  }
  expect(html).not.toMatch(/<[^>]*\s(?:on\w+|style|src|id|class)=/i)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&lt;i&gt;member&lt;/i&gt;')
  expect(html.match(/<h1>/g)!.length).toBe(3)
  const [, saved] = /download="broker_agreement-1\.0\.html" href="data:[^,]+,([^"]+)"/.exec(html)!
  expect(sha256(Buffer.from(saved!, 'base64'))).toBe(documentHash)
  expect(html.split(documentHash).length - 1).toBeGreaterThanOrEqual(3)
  const own = await evidence('viewer', '?format=html')
  expect(own.text).not.toContain('&lt;script&gt;alert(1)&lt;/script&gt;</dd>')
  expect((await evidence('owner', '?format=pdf')).status).toBe(400)
  expect((await evidence('owner', '?format=json')).body.data.documents).toHaveLength(2)
})

test('an agreement that nobody opened has evidence without documents', async () => {
  await publish(service, { kind: 'privacy_policy', effectiveAt: '2999-01-01', title: 'To come' })
  const path = '/v1/workspace/agreements/privacy_policy/evidence'
  const { body } = await service.api('GET', path, { token: desk.tokens.owner })
  expect(body.data).toMatchObject({ kind: 'privacy_policy', title: 'To come', documents: [] })
  const page = await service.api('GET', `${path}?format=html`, { token: desk.tokens.owner })
  expect(page.text).toContain('Nobody has viewed or signed it yet.')
})
