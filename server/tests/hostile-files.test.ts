import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileFiles } from './scenarios/hostile-files.rules.ts'
import { hostileFaults } from './scenarios/hostile-files.ts'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

test('hostile files are refused clearly or read as plain values, by the preview and by the import', async () => {
  const files = hostileFiles(20_261_123, 26)
  const { faults, read, refused } = await hostileFaults(service, desk.tokens.owner, files)
  expect(faults).toEqual([])
  expect(read).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(10)
})

test('the same seed makes the same files, of every kind', () => {
  const files = hostileFiles(7, 104)
  expect(hostileFiles(7, 104)).toEqual(files)
  expect(new Set(files.map(({ what }) => what)).size).toBeGreaterThan(20)
  expect(
    new Set(
      files.map(
        ({ bytes, name, parts }) =>
          `${bytes.toString('hex').slice(0, 4000)} ${bytes.length} ${name} ${JSON.stringify(parts)}`,
      ),
    ).size,
  ).toBeGreaterThan(60)
})
