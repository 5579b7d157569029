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

test('another text, another sender, a file too few and one with another byte would be noticed', async () => {
  const directory = join(service.directory, 'noticed')
  const emails = foreignMails(1, 40)
  const withFile = emails.find(({ files }) => files.length === 1)!
  const [plain, second] = emails.filter(({ files }) => files.length === 0)
  const mails = [
    { ...plain!, text: 'x' },
    { ...second!, address: 'nobody@mail.example' },
    { ...withFile, files: [] },
    { ...withFile, files: [{ name: undefined, bytes: Buffer.from('x') }] },
  ]
  const { faults } = await receivedFaults(service, owner, mails, { directory, lanes: 1 })
  expect(faults).toEqual([
    expect.stringMatching(/the text is .*, meant was "x"/),
    expect.stringContaining('meant was "nobody@mail.example"'),
    expect.stringContaining('there is a file'),
    expect.stringContaining('there is no file of 1 bytes'),
  ])
})
