import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileUploads, nameFaults, servedFaults } from './scenarios/hostile-uploads.rules.ts'
import { uploadFaults } from './scenarios/hostile-uploads.ts'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService({ formLeastMs: 0 })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

test('a hostile file is kept as it came, to be saved and never shown, whichever way it comes', async () => {
  const { faults, kept } = await uploadFaults(service, desk, hostileUploads(20_261_124, 28))
  expect(faults).toEqual([])
  expect(kept).toBe(4 * 28)
})

test('the same seed makes the same files, of every kind', () => {
  const uploads = hostileUploads(7, 100)
  expect(hostileUploads(7, 100)).toEqual(uploads)
  expect(new Set(uploads.map(({ what }) => what)).size).toBeGreaterThan(20)
})

test('a file that would be shown, or a name that leads somewhere, would be noticed', () => {
  const bytes = Buffer.from('<script>')
  const shown = { 'content-type': 'text/html', 'content-disposition': 'inline', 'x-evil': '1' }
  const answer = { status: 200, headers: new Headers(shown), bytes, body: undefined, text: '' }
  expect(servedFaults(answer, Buffer.from('x'))).toHaveLength(6)
  const names = ['../a', 'a\u202eb', '..', '', 'a\r\nb', 'x'.repeat(201), ' a']
  expect(names.filter((name) => nameFaults(name).length === 0)).toEqual([])
  expect(nameFaults('March 2026 — Umsätze.pdf')).toEqual([])
})
