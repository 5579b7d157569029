import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignMails } from './foreign/mails.rules.ts'
import { receivedFaults } from './foreign/mails.ts'
import { makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let owner: string
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

test('emails as other programs write them are received as they were meant', async () => {
  const directory = join(service.directory, 'faulty')
  const mails = foreignMails(20_261_128, 60)
  const { faults, cells } = await receivedFaults(service, owner, mails, { directory })
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(200)
})
