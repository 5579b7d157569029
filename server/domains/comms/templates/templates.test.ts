import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { openTemplates, type Templates } from '../../../tests/support/messages/templates.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let as: Templates['as']
let text: Templates['text']
let email: Templates['email']
let create: Templates['create']
let addRow: Templates['addRow']
let preview: Templates['preview']
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  ;({ as, text, email, create, addRow, preview } = await openTemplates(service, desk))
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

describe('a template', () => {
  test('is written, read, changed and deleted', async () => {
    const sent = email({
      subject: 'Offer for {{Business Name}}',
      content: '{{amount|your sum}} by {{due}}',
      content_html: '<p onclick="x">{{amount}}</p><script>x</script>',
    })
    const made = await create(sent)
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(made).toEqual({
      ...sent,
      id: made.id,
      content_html: '<p>{{amount}}</p>',
      fields: ['business', 'amount', 'due'],
      created_at: time,
      updated_at: time,
    })
    const path = `templates/${made.id}`
    expect((await as('viewer')('GET', path)).body).toEqual({ data: made })
    const change = { name: 'Offer', subject: null, content: '{{due}}', content_html: null }
    const changed = await as('member')('PATCH', path, change)
    expect(changed.body.data).toEqual({ ...made, ...change, fields: ['due'], updated_at: time })
    const renamed = await as('member')('PATCH', path, { name: 'Offer 2' })
    expect(renamed.body.data).toMatchObject({ ...change, name: 'Offer 2' })
    expect((await as('member')('DELETE', path)).status).toBe(204)
    for (const answer of [
      await as('member')('GET', path),
      await as('member')('PATCH', path, { name: 'x' }),
      await as('member')('DELETE', path),
      await preview(made.id, NOWHERE),
    ]) {
      expect(answer.status).toBe(404)
    }
    const events = await service.sql(
      'SELECT type, actor, data FROM events WHERE subject = $1 ORDER BY xid',
      [`template:${made.id}`],
    )
    expect(events).toEqual(
      [
        ['created', made.name] as const,
        ['updated', 'Offer'] as const,
        ['updated', 'Offer 2'] as const,
        ['deleted', 'Offer 2'] as const,
      ].map(([verb, name]) => ({
        type: `template.${verb}`,
        actor: `user:${desk.seats.member}`,
        data: { name },
      })),
    )
  })

  test('has a unique name within its medium', async () => {
    const { id } = await create(text({ name: 'Reminder' }))
    await create(email({ name: 'REMINDER' }))
    const other = await create(text())
    for (const taken of [
      await as('member')('POST', 'templates', text({ name: 'reminder' })),
      await as('member')('PATCH', `templates/${other.id}`, { name: 'Reminder' }),
    ]) {
      expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
    }
    expect((await as('member')('PATCH', `templates/${id}`, { name: 'REMINDER' })).status).toBe(200)
  })

  test('is listed with the others, oldest first, page by page and by medium', async () => {
    const own = await makeOwner(service)
    const api = (method: string, path: string, body?: object) =>
      service.api(method, `/v1/comms/templates${path}`, { token: own.owner, body })
    const page = await service.api('POST', '/v1/definitions', {
      token: own.owner,
      body: { name: 'Loans', columns: [{ name: 'Name', type: 'text' }] },
    })
    const definition_key = page.body.data.key
    const ids: string[] = []
    for (const medium of ['text', 'email', 'text']) {
      const body = { name: `N${ids.length}`, medium, definition_key, content: '{{name}}' }
      ids.push((await api('POST', '', body)).body.data.id)
    }
    const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)
    const first = await api('GET', '?limit=2')
    const second = await api('GET', `?limit=2&cursor=${first.body.nextCursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    expect(second.body.nextCursor).toBeNull()
    expect(idsOf(await api('GET', '?medium=text'))).toEqual([ids[0], ids[2]])
    expect((await api('GET', '?cursor=x')).body.code).toBe('invalid_cursor')
    // If its page is deleted, its text stays, but it can no longer be sent.
    await service.api('DELETE', `/v1/definitions/${definition_key}`, { token: own.owner })
    expect((await api('GET', `/${ids[0]}`)).body.data).toMatchObject({ definition_key, fields: [] })
    const foreign = await as('owner')('GET', `templates/${ids[0]}`)
    expect([foreign.status, foreign.text]).toEqual([
      404,
      (await as('owner')('GET', `templates/${NOWHERE}`)).text,
    ])
  })

  test.each<[string, () => object, string, readonly string[]]>([
    [
      'braces that are open',
      () => text({ content: 'Hello {{name' }),
      'invalid_request',
      ['content'],
    ],
    ['a field without a name', () => text({ content: '{{ }}' }), 'invalid_request', ['content']],
    [
      'two lines of subject',
      () => email({ subject: 'a\r\nBcc: all@funding.example' }),
      ...(['invalid_request', ['subject']] as const),
    ],
    [
      'an unknown definition',
      () => text({ definition_key: 'nowhere' }),
      'unknown_reference',
      ['definition_key'],
    ],
    [
      'columns that there are none of',
      () => email({ subject: '{{a}}', content: '{{b}} {{b}} {{due}}', content_html: '{{c}}' }),
      ...(['unknown_column', ['subject', 'content', 'content_html']] as const),
    ],
    ['a subject of text', () => text({ subject: 'x' }), 'email_only', ['subject']],
    ['HTML of text', () => text({ content_html: 'x' }), 'email_only', ['content_html']],
    ['a blank name', () => text({ name: ' ' }), 'invalid_request', ['name']],
  ])('with %s is refused', async (_, body, code, fields) => {
    const answer = await as('member')('POST', 'templates', body())
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toEqual(
      fields.map((field) => `body.${field}`),
    )
  })

  test('that is changed is checked like a new one', async () => {
    const { id } = await create(text())
    for (const [body, code] of [
      [{ content: '{{nothing}}' }, 'unknown_column'],
      [{ content: '{{' }, 'invalid_request'],
      [{ subject: 'x' }, 'email_only'],
      [{ content_html: 'x' }, 'email_only'],
      [{ medium: 'email' }, 'invalid_request'],
      [{}, 'invalid_request'],
    ] as const) {
      const answer = await as('member')('PATCH', `templates/${id}`, body)
      expect([answer.status, answer.body.code]).toEqual([400, code])
    }
    expect((await as('member')('PATCH', `templates/${id}`, { subject: null })).status).toBe(200)
  })

  test('is written by members, and read and previewed by viewers', async () => {
    const { id } = await create(text())
    const row = await addRow({ business: 'Acme' })
    for (const [method, path, body] of [
      ['POST', 'templates', text()],
      ['PATCH', `templates/${id}`, { name: 'x' }],
      ['DELETE', `templates/${id}`, undefined],
    ] as const) {
      expect((await as('viewer')(method, path, body)).status).toBe(403)
    }
    expect((await preview(id, row, 'viewer')).body.data.content).toBe('Hello Acme')
  })
})
