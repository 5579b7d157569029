import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importedFaults } from './foreign/files.ts'
import { foreignFiles } from './foreign/foreign-files.rules.ts'
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

test('files as other programs write them are imported as they were meant', async () => {
  const directory = join(service.directory, 'faulty')
  const files = foreignFiles(20_261_128, 60)
  const { faults, cells } = await importedFaults(service, desk.tokens.owner, files, { directory })
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(1000)
})
