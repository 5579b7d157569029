import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publish, versionFile } from '../../tests/support/desks/agreements.ts'
import { type Desk, makeDesk, makeOwner } from '../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'
import { overrideFunding } from './overrides.ts'
import { listAllVersions, publishAgreement } from './publishing.ts'

let service: TestService
let desk: Desk
let slug: string
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  ;[{ slug }] = await service.sql('SELECT slug FROM workspaces')
})
afterAll(() => service.stop())
beforeEach(() => service.sql('TRUNCATE agreement_versions CASCADE'))

const standing = async () =>
  (
    await service.api('GET', '/v1/workspace/agreements/terms_of_service', {
      token: desk.tokens.owner,
    })
  ).body.data

test('a version is published once; the same again says so and changes nothing', async () => {
  const made = { kind: 'terms_of_service', version: '1.0', current: '1.0' }
  expect(await publish(service)).toEqual({
    ...made,
    effectiveAt: '2026-01-01T00:00:00.000Z',
    isNew: true,
  })
  expect(await publish(service)).toMatchObject({ ...made, isNew: false })
  const [row] = await service.sql('SELECT count(*) AS n FROM agreement_versions')
  expect(row.n).toBe(1)
})

test.each([
  [{ title: 'Other' }, 'title'],
  [{ body: 'Other.' }, 'text'],
  [{ effectiveAt: '2026-01-02' }, 'effectiveAt'],
  [{ requiresResign: true }, 'requiresResign'],
  [{ minimumFunding: '{amountMinor: 5, period: year}' }, 'minimumFunding.amountMinor'],
])('a published version does not change: %o', async (change, what) => {
  await publish(service)
  await expect(publish(service, change)).rejects.toThrow(
    new RegExp(`^Version 1.0 of terms_of_service is already published with a different ${what}`),
  )
  expect(await standing()).toMatchObject({ title: 'Terms of service', requiresResign: false })
})

test('two versions do not take effect at one time, two agreements may', async () => {
  await publish(service)
  await expect(publish(service, { version: '2' })).rejects.toThrow(
    'effectiveAt: version 1.0 of terms_of_service also takes effect at 2026-01-01T00:00:00.000Z',
  )
  expect((await publish(service, { version: '2', kind: 'privacy_policy' })).isNew).toBe(true)
})

test('of the same published at once one is new', async () => {
  const all = await Promise.all([1, 2, 3].map(() => publish(service)))
  expect(all.map(({ isNew }) => isNew).sort()).toEqual([false, false, true])
})

test('which version is current is told, of one that is to come too', async () => {
  const later = await publish(service, { version: '9', effectiveAt: '2999-01-01' })
  expect(later.current).toBe(undefined)
  await publish(service)
  expect((await publish(service, { version: '0', effectiveAt: '2025-01-01' })).current).toBe('1.0')
  expect(
    (await listAllVersions(service.db)).map(({ version, current }) => [version, current]),
  ).toEqual([
    ['9', false],
    ['1.0', true],
    ['0', false],
  ])
})

test('a file with problems publishes nothing, and is told them all', async () => {
  const file = versionFile({ kind: 'terms', version: 'a b', body: '{{x}}' })
  const published = publishAgreement({ db: service.db, owner: service.connection }, file)
  await expect(published).rejects.toThrow(/^kind: [^\n]+\nversion: [^\n]+\nthe text \{\{x\}\}/)
  expect(await service.sql('SELECT 1 FROM agreement_versions')).toEqual([])
})

test('each workspace is told once that a version was published', async () => {
  await makeOwner(service, 'Another desk')
  await service.sql("DELETE FROM events WHERE type = 'agreement.published'")
  await publish(service, { version: '3' })
  await publish(service, { version: '3' })
  const events = await service.sql(
    "SELECT actor, subject, data FROM events WHERE type = 'agreement.published'",
  )
  const one = {
    actor: 'system',
    subject: 'agreement:terms_of_service',
    data: { agreementKind: 'terms_of_service', version: '3' },
  }
  expect(events).toEqual([one, one])
})

test('a viewer too hears that a version was published, and only admins who signed it', async () => {
  await publish(service, { version: '4' })
  const path = '/v1/workspace/agreements/terms_of_service/viewed'
  await service.api('POST', path, { token: desk.tokens.viewer })
  await service.eventsReadable()
  const heard = async (role: 'viewer' | 'admin') => {
    const query = '?types=agreement.*&limit=1000'
    const { body } = await service.api('GET', `/v1/events${query}`, { token: desk.tokens[role] })
    const types = body.data.map(({ type }: { type: string }) => type)
    return [...new Set<string>(types)].sort()
  }
  expect(await heard('viewer')).toEqual(['agreement.published'])
  expect(await heard('admin')).toEqual(['agreement.published', 'agreement.viewed'])
})

const override = (funding: { amountMinor: string; period: string } | null, workspace = slug) =>
  overrideFunding(service.workspaces, { workspace, kind: 'terms_of_service', funding })

test('an override goes before the version’s minimum until it is taken back', async () => {
  await publish(service, { minimumFunding: '{amountMinor: 5, period: year}' })
  const before = await standing()
  expect(await override({ amountMinor: '900', period: 'month' })).toBe(false)
  expect((await standing()).minimumFunding).toEqual({
    source: 'override',
    amountMinor: 900,
    period: 'month',
  })
  expect((await standing()).documentHash).not.toBe(before.documentHash)
  await override({ amountMinor: '0', period: 'quarter' })
  expect((await standing()).minimumFunding.amountMinor).toBe(0)
  await override(null)
  expect(await standing()).toEqual(before)
  const events = await service.sql(
    "SELECT actor, data FROM events WHERE type = 'agreement.overridden'",
  )
  expect(events).toHaveLength(3)
  expect(events[0]).toEqual({ actor: 'system', data: { agreementKind: 'terms_of_service' } })
})

test('an override says whether the current document was signed and keeps what it says', async () => {
  await publish(service)
  const token = desk.tokens.owner
  const path = '/v1/workspace/agreements/terms_of_service'
  const { version, documentHash } = (await service.api('POST', `${path}/viewed`, { token })).body
    .data
  const body = { version, documentHash, signerName: 'O', signerTitle: 'O', consent: true }
  await service.api('POST', `${path}/sign`, { token, body })
  expect(await override({ amountMinor: '1', period: 'year' })).toBe(true)
  await publish(service, { version: '2', effectiveAt: '2026-02-01' })
  expect(await override({ amountMinor: '1', period: 'year' })).toBe(false)
  await service.sql('DELETE FROM agreement_overrides')
})

test('an override that is wrong is told every problem, and sets nothing', async () => {
  const kind = 'terms'
  const funding = { amountMinor: '1.5', period: 'week' }
  await expect(
    overrideFunding(service.workspaces, { workspace: slug, kind, funding }),
  ).rejects.toThrow(
    /^"terms" is not an agreement[^\n]+\n--amount-minor: "1.5"[^\n]+\n--period: "week"/,
  )
  await expect(override(null, 'nowhere')).rejects.toThrow('slug "nowhere"')
  expect(await service.sql('SELECT 1 FROM agreement_overrides')).toEqual([])
})
