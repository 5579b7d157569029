import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { openComms } from './support/messages/comms.ts'
import { dumpAll } from './support/service/dump.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk)
})
afterAll(() => service.stop())

/** What the migration does to what is there already. */
function bringUp() {
  const file = new URL('../schema/0050_erasure.sql', import.meta.url)
  return service.sql(
    /^DO \$\$\nDECLARE\n {2}workspace[\s\S]*/m.exec(readFileSync(file, 'utf8'))![0],
  )
}

test('messages that an earlier release only hid are emptied, and others stay', async () => {
  const file = await comms.upload(1)
  const words = { content: 'Secret', subject: 'Secret', content_html: '<b>Secret</b>' }
  const hidden = await comms.send('email', { ...words, attachments: [file] })
  const kept = await comms.send('email', { content: 'Kept', subject: 'Kept' })
  const reply = await comms.reply(hidden.conversation_id, { content: 'Later', subject: 'Later' })
  await service.sql('UPDATE messages SET deleted_at = now() WHERE id = $1', [hidden.id])
  await bringUp()
  await bringUp()
  expect(await dumpAll(service.sql)).not.toContain('Secret')
  expect((await comms.thread(hidden.conversation_id)).subject).toBe('Later')
  expect(await comms.message(reply.id)).toMatchObject({ content: 'Later', subject: 'Later' })
  expect(await comms.message(kept.id)).toMatchObject({ content: 'Kept', subject: 'Kept' })
  expect(await service.sql('SELECT FROM message_attachments')).toEqual([])
  const [{ loose }] = await service.sql(
    `SELECT loose_since = '-infinity' AS loose FROM files WHERE id = $1`,
    [file],
  )
  expect(loose).toBe(true)
})
