import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { freshAddress } from '../../../tests/support/messages/comms.ts'
import { openTemplates, type Templates } from '../../../tests/support/messages/templates.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let as: Templates['as']
let deals: Templates['deals']
let hide: Templates['hide']
let text: Templates['text']
let email: Templates['email']
let create: Templates['create']
let addRow: Templates['addRow']
let preview: Templates['preview']
let previewed: Templates['previewed']
let send: Templates['send']
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  ;({ as, deals, hide, text, email, create, addRow, preview, previewed, send } =
    await openTemplates(service, desk))
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

describe('a template filled from a record', () => {
  test('has values as people write them', async () => {
    const row = await addRow({
      business: 'Acme',
      amount: 40_000,
      due: '2026-03-01',
      owner: desk.seats.manager,
      papers: ['ID', 'Tax'],
    })
    const content = '{{Business name}}: {{amount}} by {{due}}; {{owner}}; {{papers}}'
    expect(await previewed(text({ content }), row)).toEqual({
      subject: null,
      content_html: null,
      segment_count: 1,
      missing: [],
      content: 'Acme: $40,000 by March 1, 2026; The manager; ID, Tax',
    })
  })

  test('has values as text in HTML, and does not merge them again', async () => {
    const row = await addRow({ business: '<b>{{amount}}</b> & "Co"' })
    const parts = { subject: '{{business}}', content: '{{business}}' }
    const made = await previewed(email({ ...parts, content_html: '<p>{{business}}</p>' }), row)
    expect(made).toEqual({
      subject: '<b>{{amount}}</b> & "Co"',
      content: '<b>{{amount}}</b> & "Co"',
      content_html: '<p>&lt;b&gt;{{amount}}&lt;/b&gt; &amp; "Co"</p>',
      segment_count: null,
      missing: [],
    })
  })

  test('lists what is missing, and is not sent then', async () => {
    const row = await addRow({ business: 'Acme' })
    const { id } = await create(
      text({ content: '{{business}} {{amount}} {{due|soon}} {{papers}}' }),
    )
    expect((await preview(id, row)).body.data).toMatchObject({
      content: 'Acme  soon ',
      missing: ['amount', 'papers'],
    })
    const refused = await send(id, row)
    expect([refused.status, refused.body.code]).toEqual([400, 'template_fields_missing'])
    expect(refused.body.issues).toEqual(
      ['amount', 'papers'].map((column) => ({
        path: 'body.template_id',
        message: expect.stringContaining(`merges ${column},`),
        reason: 'merge_field_empty',
        values: { column, fallback: `{{${column}|fallback}}` },
      })),
    )
    await deals.as('owner')('PATCH', `/rows/${row}`, { cells: { amount: 5, papers: ['ID'] } })
    const sent = await send(id, row)
    expect([sent.status, sent.body.data.content]).toEqual([201, 'Acme $5 soon ID'])
  })

  test('goes out by email with its subject, or the request’s', async () => {
    const row = await addRow({ business: 'Acme' })
    const template = email({
      subject: 'For {{business}}',
      content_html: '<p>{{business}}</p>',
    })
    const { id } = await create(template)
    const by = (more: object = {}) =>
      send(id, row, { medium: 'email', to: freshAddress(), ...more })
    expect((await by()).body.data).toMatchObject({
      subject: 'For Acme',
      content: 'Hello Acme',
      content_html: '<p>Acme</p>',
    })
    expect((await by({ subject: 'Other' })).body.data.subject).toBe('Other')
  })

  test('is refused if template, record and thread do not match', async () => {
    const row = await addRow({ business: 'Acme' })
    const other = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
    const strange = (await other.as('owner')('POST', '/rows', { cells: {} })).body.data.id
    const { id } = await create(text())
    const mail = { medium: 'email', to: freshAddress() }
    for (const [answer, code, field] of [
      [await send(NOWHERE, row), 'unknown_reference', 'template_id'],
      [await send(id, row, mail), 'invalid_request', 'template_id'],
      [await send(id, row, { definition_key: 'nowhere' }), 'unknown_reference', 'definition_key'],
      [await send(id, strange, { definition_key: other.key }), 'invalid_request', 'definition_key'],
      [await send(id, strange), 'unknown_reference', 'row_id'],
      [await preview(id, strange), 'unknown_reference', 'row_id'],
      [await preview(id, NOWHERE), 'unknown_reference', 'row_id'],
    ] as const) {
      expect([answer.status, answer.body.code], answer.text).toEqual([400, code])
      expect(answer.body.issues[0].path).toBe(`body.${field}`)
    }
    await deals.as('owner')('DELETE', `/rows/${row}`)
    expect((await preview(id, row)).body.code).toBe('unknown_reference')
  })
})

describe('a column that somebody does not see', () => {
  test('cannot be named: it gets the answer of a column that does not exist', async () => {
    const bodyOf = (ref: string) => ({ content: `{{due}} {{${ref}}}` })
    const { id } = await create(text())
    for (const ref of ['margin', 'Margin', 'twice']) {
      for (const [method, path, body] of [
        ['POST', 'templates', text],
        ['PATCH', `templates/${id}`, (parts: object) => parts],
      ] as const) {
        const hidden = await as('member')(method, path, body(bodyOf(ref)))
        const missing = await as('member')(method, path, body(bodyOf('gone')))
        expect([hidden.status, hidden.body.code]).toEqual([400, 'unknown_column'])
        expect(hidden.text.replaceAll(ref, 'gone')).toBe(missing.text)
      }
    }
    await create(text(bodyOf('margin')), 'manager')
  })

  test('stays hidden even if the template names it: neither its name nor its cell is answered', async () => {
    const row = await addRow({ business: 'Acme', margin: 4711471147 })
    const content = '{{business}} {{margin|none}} {{twice}}'
    const { id } = await create(email({ content, content_html: '<p>{{margin}}</p>' }), 'manager')
    const gone = await create(email({ content: '{{due}}' }))
    await service.sql('UPDATE templates SET content = $2 WHERE id = $1', [gone.id, '{{no_more}}'])
    for (const role of ['member', 'viewer'] as const) {
      const read = (await as(role)('GET', `templates/${id}`)).body.data
      expect(read).toMatchObject({
        content: '{{business}} {{?|none}} {{?}}',
        content_html: '<p>{{?}}</p>',
        fields: ['business'],
      })
      expect((await as(role)('GET', 'templates')).body.data).toContainEqual(read)
      const refused = await preview(id, row, role)
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_column'])
      expect(refused.text).toBe((await preview(gone.id, row, role)).text)
    }
    expect((await as('admin')('GET', `templates/${id}`)).body.data.content).toBe(content)
    const mail = { medium: 'email', to: freshAddress() }
    const refused = await send(id, row, mail)
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_column'])
    expect(refused.text).toBe((await send(gone.id, row, mail)).text)
    expect(refused.text).not.toMatch(/margin|twice|4711471147/)
    expect((await send(id, row, mail, 'manager')).body.data.content).toBe(
      'Acme 4711471147 9422942294',
    )
    // Renamed by a member, it keeps the parts that the member cannot read.
    await as('member')('PATCH', `templates/${id}`, { name: 'Renamed' })
    expect((await preview(id, row, 'manager')).body.data.content).toBe('Acme 4711471147 9422942294')
  })

  test('is checked when it is sent, not when it was written', async () => {
    const own = await openRows(service, desk, [{ name: 'Note', type: 'text' }], 'page')
    const row = (await own.as('owner')('POST', '/rows', { cells: { note: 'Secret' } })).body.data.id
    const { id } = await create(text({ definition_key: own.key, content: '{{note}}' }))
    const sent = () => send(id, row, { definition_key: own.key })
    expect((await sent()).body.data.content).toBe('Secret')
    await hide(own.key, 'note', { mode: 'nobody' })
    expect((await sent()).body.code).toBe('unknown_column')
  })
})
