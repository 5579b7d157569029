import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../../shared/roles.ts'
import { withOwner } from '../../platform/database/owner.ts'
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
let other: Desk
let signers: ReturnType<typeof signersOf>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  signers = signersOf(service, desk)
  other = await makeDesk(service, 'Elsewhere')
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

test('a member signs for themself; the block is appended and the document stays', async () => {
  await publish(service)
  const before = await signers.standing('viewer')
  const signed = await signers.sign('viewer', { signerName: 'Vic <i>', signerTitle: 'Clerk' })
  expect(signed.status).toBe(201)
  const { data } = signed.body
  expect(data).toMatchObject({
    signed: true,
    signedAt: TIME,
    signerName: 'Vic <i>',
    signerTitle: 'Clerk',
    signedByWorkspace: false,
    workspaceSignedAt: null,
    workspaceSigner: null,
    documentHash: before.documentHash,
    agreedMinimumFunding: null,
    viewCount: 1,
  })
  expect(data.signedByAccountId).toMatch(/^[0-9a-f-]{36}$/)
  expect(data.html.startsWith(before.html)).toBe(true)
  expect(data.html.slice(before.html.length)).toMatch(/^<section>[\s\S]*Vic &lt;i&gt;/)
  expect(data.html).not.toContain('Accepted for')
  expect(await signers.standing('viewer')).toEqual(data)
  expect(await signers.standing('member')).toMatchObject({ signed: false, html: before.html })
  const [event] = await service.sql(
    "SELECT subject, data FROM events WHERE workspace_id = $1 AND type = 'agreement.signed'",
    [desk.workspaceId],
  )
  expect(event).toEqual({
    subject: 'agreement:terms_of_service',
    data: { agreementKind: 'terms_of_service', version: '1.0' },
  })
})

test('an admin binds the workspace, which freezes the minimum that was agreed', async () => {
  await publish(service, { minimumFunding: '{amountMinor: 5000000, period: quarter}' })
  const { data } = (await signers.sign('admin', { forWorkspace: true })).body
  const agreed = { amountMinor: 5000000, period: 'quarter' }
  expect(data).toMatchObject({
    signed: true,
    signedByWorkspace: true,
    workspaceSigner: 'Dana W.',
    workspaceSignedAt: data.signedAt,
    agreedMinimumFunding: agreed,
  })
  expect(data.html).toContain('<dt>Accepted for the workspace by</dt>\n<dd>Dana W.</dd>')
  expect(await signers.standing('viewer')).toMatchObject({
    signed: false,
    signedAt: null,
    signerName: null,
    signedByWorkspace: true,
    workspaceSigner: 'Dana W.',
    agreedMinimumFunding: agreed,
  })
  await service.sql(`INSERT INTO agreement_overrides VALUES ($1, 'terms_of_service', 7, 'year')`, [
    desk.workspaceId,
  ])
  expect(await signers.standing()).toMatchObject({
    agreedMinimumFunding: agreed,
    minimumFunding: { source: 'override', amountMinor: 7, period: 'year' },
  })
})

test('the first signature freezes the document, whatever the name and the minimum become', async () => {
  await publish(service, { minimumFunding: '{amountMinor: 100, period: month}' })
  const { documentHash } = await signers.standing()
  expect((await signers.sign('member')).status).toBe(201)
  await service.api('PATCH', '/v1/workspace', {
    token: desk.tokens.owner,
    body: { name: 'Renamed' },
  })
  await service.sql(`INSERT INTO agreement_overrides VALUES ($1, 'terms_of_service', 7, 'year')`, [
    desk.workspaceId,
  ])
  const read = await signers.standing('owner')
  expect(read.documentHash).toBe(documentHash)
  expect(read.html).not.toContain('Renamed')
  const bound = await signers.sign('owner', { forWorkspace: true })
  expect(bound.body.data).toMatchObject({
    documentHash,
    agreedMinimumFunding: { amountMinor: 100, period: 'month' },
  })
  await publish(service, { version: '2', effectiveAt: '2026-02-01' })
  const next = await signers.standing()
  expect(next.html).toContain('<dd>Renamed</dd>')
  expect(next.html).toContain('$0.07 per year')
})

test('before a signature the document follows the name; an older reading is refused', async () => {
  await publish(service)
  const { data: read } = (await signers.view()).body
  await service.api('PATCH', '/v1/workspace', {
    token: desk.tokens.owner,
    body: { name: 'Renamed' },
  })
  expect(refusalOf(await signers.post('owner', signingOf(read)))).toEqual([409, 'version_changed'])
  expect((await signers.standing()).html).toContain('Renamed')
  expect((await signers.sign('owner')).status).toBe(201)
})

test('refusals come in their order', async () => {
  await publish(service)
  const read = await signers.standing()
  const good = signingOf(read)
  const at = (path: string, body: object, role: Role = 'member') => signers.post(role, body, path)
  for (const body of [
    { ...good, consent: false },
    { ...good, consent: 'true' },
    { ...good, signerName: ' \t' },
    { ...good, signerTitle: '' },
    { ...good, more: 1 },
    {},
  ]) {
    const answer = await at(`${PATH}/nonsense`, { ...body, forWorkspace: true })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  }
  expect((await at(TERMS, { ...good, consent: false })).body.error).toBe(
    'body.consent must be true.',
  )
  const bound = { ...good, version: '9', forWorkspace: true }
  expect(refusalOf(await at(`${PATH}/nonsense`, bound))).toEqual([404, 'not_found'])
  for (const role of ['viewer', 'member', 'manager'] as const) {
    expect(refusalOf(await at(TERMS, bound, role))).toEqual([403, 'forbidden'])
  }
  expect(refusalOf(await at(TERMS, { ...good, version: '9' }))).toEqual([409, 'version_changed'])
  expect(refusalOf(await at(TERMS, { ...good, documentHash: sha256('') }))).toEqual([
    409,
    'version_changed',
  ])
  expect(refusalOf(await at(TERMS, good))).toEqual([409, 'not_viewed'])
  await signers.view('member')
  expect((await at(TERMS, good)).status).toBe(201)
  expect(refusalOf(await at(TERMS, good))).toEqual([409, 'already_signed'])
  expect(refusalOf(await at(TERMS, { ...good, version: '9' }))).toEqual([409, 'version_changed'])
  expect((await service.sql('SELECT 1 FROM agreement_signatures')).length).toBe(1)
})

test('of two who read different names, whoever signs second is told that the text changed', async () => {
  await publish(service)
  const { data } = (await signers.view()).body
  const kept = 'what another signer was shown'
  const signing = await withOwner(service.connection, async (client) => {
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO agreement_documents (workspace_id, kind, version, document, document_hash)
       VALUES ($1, 'terms_of_service', '1.0', $2, $3)`,
      [desk.workspaceId, kept, sha256(kept)],
    )
    const waiting = signers.post('owner', signingOf(data))
    await service.blocked()
    await client.query('COMMIT')
    return waiting
  })
  expect(refusalOf(signing)).toEqual([409, 'version_changed'])
  expect((await signers.standing()).html).toBe(kept)
})

test('who signed for themself may bind the workspace, but not the other way round', async () => {
  await publish(service)
  const good = signingOf((await signers.view('owner')).body.data)
  expect((await signers.post('owner', good)).status).toBe(201)
  expect((await signers.post('owner', { ...good, forWorkspace: true })).status).toBe(201)
  expect(refusalOf(await signers.post('owner', good))).toEqual([409, 'already_signed'])
  const again = { ...good, forWorkspace: true }
  expect(refusalOf(await signers.post('owner', again))).toEqual([409, 'already_signed'])
  await signers.view('admin')
  expect(refusalOf(await signers.post('admin', again))).toEqual([409, 'already_signed'])
  expect((await signers.post('admin', good)).status).toBe(201)
})

test('of raced signatures one wins', async () => {
  await publish(service)
  const good = signingOf((await signers.view('owner')).body.data)
  await signers.view('admin')
  const own = await Promise.all([1, 2, 3].map(() => signers.post('owner', good)))
  expect(own.map(refusalOf).sort()).toEqual([
    [201, undefined],
    [409, 'already_signed'],
    [409, 'already_signed'],
  ])
  const binding = await Promise.all(
    (['owner', 'admin', 'owner', 'admin'] as const).map((role) =>
      signers.post(role, { ...good, forWorkspace: true }),
    ),
  )
  expect(binding.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(binding.filter(({ body }) => body.code === 'already_signed')).toHaveLength(3)
})

test('an earlier signature holds until a version asks for new ones', async () => {
  await publish(service)
  const first = (await signers.sign('owner', { forWorkspace: true })).body.data
  await publish(service, { version: '1.1', effectiveAt: '2026-02-01', body: 'A comma more.' })
  const kept = await signers.standing()
  expect(kept).toMatchObject({
    version: '1.1',
    signed: true,
    signedAt: first.signedAt,
    signedByWorkspace: true,
    viewCount: 0,
    requiresResign: false,
  })
  expect(kept.html).toContain(first.documentHash) // the block names what was signed
  expect(kept.documentHash).not.toBe(first.documentHash)
  await publish(service, { version: '2.0', effectiveAt: '2026-03-01', requiresResign: true })
  expect(await signers.standing()).toMatchObject({
    version: '2.0',
    signed: false,
    signedAt: null,
    signedByWorkspace: false,
    workspaceSigner: null,
    agreedMinimumFunding: null,
    requiresResign: true,
  })
  await publish(service, { version: '2.1', effectiveAt: '2026-04-01' })
  expect(await signers.standing()).toMatchObject({ version: '2.1', signed: false })
  expect((await signers.sign('owner')).body.data).toMatchObject({
    signed: true,
    signedByWorkspace: false,
  })
})

test('what was published and signed cannot be changed by the role that serves requests', async () => {
  await publish(service)
  await signers.sign('owner', { forWorkspace: true })
  for (const statement of [
    "UPDATE agreement_versions SET title = 'x'",
    'DELETE FROM agreement_versions',
    'INSERT INTO agreement_versions SELECT * FROM agreement_versions',
    "UPDATE agreement_documents SET document = 'x'",
    'DELETE FROM agreement_documents',
    "UPDATE agreement_signatures SET signer_name = 'x'",
    'DELETE FROM agreement_signatures',
  ]) {
    await expect(
      service.db.withWorkspace({ workspaceId: desk.workspaceId }, (tx) => tx.run(statement)),
      statement,
    ).rejects.toThrow('permission denied')
  }
  const [row] = await service.sql('SELECT document, document_hash FROM agreement_documents')
  expect([sha256(row.document), row.document_hash]).toEqual([row.document_hash, row.document_hash])
  const forged = "UPDATE agreement_documents SET document = document || 'x'"
  await expect(service.sql(forged)).rejects.toThrow('check constraint')
})

test('workspaces sign apart', async () => {
  await publish(service)
  await signers.sign('owner', { forWorkspace: true })
  const { data } = (await signersOf(service, other).get(TERMS)).body
  expect(data).toMatchObject({ signed: false, signedByWorkspace: false, viewCount: 0 })
  expect(data.documentHash).not.toBe((await signers.standing()).documentHash)
  expect((await signersOf(service, other).get(`${TERMS}/evidence`)).body.data.documents).toEqual([])
})
