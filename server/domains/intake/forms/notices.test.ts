import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openForm } from '../../../tests/support/desks/forms.ts'
import { startSink } from '../../../tests/support/outside/smtp-sink.ts'
import {
  PUBLIC_URL,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'

let sink: Awaited<ReturnType<typeof startSink>>
let service: TestService
let desk: Desk
beforeAll(async () => {
  sink = await startSink({ login: { user: 'desk', pass: 'mail' } })
  service = await startService({
    formLeastMs: 0,
    systemMail: {
      url: `smtp://desk:mail@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`,
      from: { name: null, address: 'sourcebook@records.example.com' },
    },
  })
  desk = await makeDesk(service)
  service.work()
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})

/** The emails about forms, without the invitations. */
const notices = () => sink.mailed.filter(({ raw }) => raw.includes('through'))

test('the people of a form are told of the first row at once, and of the next ones together', async () => {
  const { member, viewer } = desk.seats
  const { visitor, rows, form, key } = await openForm(
    { service, desk },
    [{ name: 'Name', type: 'text' }],
    {
      name: 'Apply\r\nBcc: x@evil.example',
      notify: [member, viewer],
    },
  )
  const guest = visitor()
  await guest.send([['c.name', 'First']])
  await expect.poll(() => notices().length).toBe(2)
  const [row] = await rows()
  for (const { raw } of notices()) {
    expect(raw).toContain('Subject: A new row through Apply Bcc: x@evil.example')
    expect(raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      `${PUBLIC_URL}/records/${key}?row=${row.id}`,
    )
    expect(raw).not.toContain('First')
  }
  expect(new Set(notices().flatMap(({ to }) => to)).size).toBe(2)
  for (const name of ['Second', 'Third']) await guest.send([['c.name', name]])
  await service.sql(
    `UPDATE form_notices SET told_at = now() - interval '11 minutes' WHERE form_id = $1`,
    [form.id],
  )
  await service.sql(`UPDATE due_work SET due_at = now() WHERE kind = 'form notices'`)
  await expect.poll(() => notices().length).toBe(4)
  expect(notices()[3]!.raw).toContain('Subject: 2 new rows through')
})
