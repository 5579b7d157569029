import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importedFaults } from './foreign/files.ts'
import { foreignFiles } from './foreign/foreign-files.rules.ts'
import type { ForeignFile } from './foreign/tables.rules.ts'
import { textFile } from './foreign/text-files.rules.ts'
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

test('a cell that is held otherwise, a row too few and another header would be noticed', async () => {
  const directory = join(service.directory, 'noticed')
  const good = textFile(4)
  const broken = (change: Partial<ForeignFile>): ForeignFile => ({ ...good, ...change })
  const files = [
    good,
    broken({ rows: good.rows.with(0, good.rows[0]!.with(0, { raw: 'x', stored: 'x' })) }),
    broken({ rows: good.rows.slice(1) }),
    broken({ header: good.header.with(0, 'Another') }),
  ]
  const { faults } = await importedFaults(service, desk.tokens.owner, files, { directory })
  expect(faults).toEqual([
    expect.stringMatching(/row 1, .* meant was "x"/),
    expect.stringMatching(/\d+ rows, not \d+/),
    expect.stringContaining('not "Another"'),
  ])
})
