import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { until } from '../../../tests/support/clients/listener.ts'
import {
  type Desk,
  makeBoard,
  makeDesk,
  type NewColumn,
} from '../../../tests/support/desks/fixtures.ts'
import {
  bounce,
  type Headers,
  mail,
  mailId,
  multipart,
  plainMail,
} from '../../../tests/support/inputs/mails.ts'
import { freshAddress, openComms } from '../../../tests/support/messages/comms.ts'
import { handOver, openMail } from '../../../tests/support/messages/mail-desk.ts'
import {
  INBOUND_DOMAIN,
  startService,
  type TestService,
} from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../../records/files/purge.ts'
import { intakeMailboxes, sweepEmails } from './received-mail.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it reads
type Body = any

let service: TestService
let desk: Desk
let comms: ReturnType<typeof openComms>
let listener: Awaited<ReturnType<typeof openMail>>
let second: Awaited<ReturnType<typeof openMail>>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  comms = openComms(service, desk)
  listener = await openMail(service, service)
  second = await openMail(await service.beside(), service)
})
afterAll(async () => {
  await listener.close()
  await second.close()
  await service.stop()
})

const all: NewColumn[] = [
  { name: 'Email', type: 'email' },
  { name: 'Contact', type: 'text' },
  { name: 'Subject', type: 'text' },
  { name: 'Message', type: 'long_text' },
  { name: 'Papers', type: 'file' },
]
const mapped = {
  from: 'email',
  name: 'contact',
  subject: 'subject',
  body: 'message',
  attachments: 'papers',
}

/** A board with an address, and what came to it. */
async function open(columns = all, mapping: object = mapped, by = desk) {
  const token = by.tokens.owner
  const board = await makeBoard(service, token, columns)
  const at = `/v1/boards/${board.id}`
  const made = await service.api('POST', `${at}/addresses`, { token, body: { columns: mapping } })
  expect(made.status, made.text).toBe(201)
  const { id, address } = made.body.data as { id: string; address: string }
  const get = async (path: string, role: keyof Desk['tokens'] = 'owner') =>
    (await service.api('GET', `${at}/${path}`, { token: by.tokens[role] })).body.data
  return {
    ...board,
    addressId: id,
    address,
    change: (body: object) =>
      service.api('PATCH', `${at}/addresses/${id}`, { token, body }).then(({ status }) => status),
    rows: () => get('rows'),
    receipts: (role?: keyof Desk['tokens']) => get(`receipts?addressId=${id}`, role),
    send: (raw: string | Buffer, to = listener, from?: string) => handOver(to, address, raw, from),
  }
}
const threadsOf = async (address: string, as = comms) =>
  (await as.api('GET', `conversations?address=${encodeURIComponent(address)}`)).body.data
const filesOf = async (message: number) =>
  (await comms.api('GET', `messages/${message}/attachments`)).body.data

const pdf = (name = 'march.pdf', bytes = 'a statement', type = 'application/pdf') =>
  mail(
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(bytes).toString('base64'),
  )
const withFiles = (headers: Headers, files: string[], text = 'Please find our statements.') => {
  const { header, body } = multipart('mixed', [
    mail('Content-Type: text/plain; charset=utf-8', '', text),
    ...files,
  ])
  return plainMail({ ...headers, more: [header, ...(headers.more ?? [])] }, body)
}

describe('An email to the address of a board', () => {
  test('becomes a row with its files, whose conversation is linked and answered', async () => {
    const at = await open()
    const from = freshAddress()
    const id = mailId()
    const raw = withFiles(
      { from: `Ann Baker <${from.toUpperCase()}>`, id, subject: 'Acme Bakery' },
      [pdf(), pdf('april.pdf', 'another')],
    )
    expect(await at.send(raw)).toBe(250)
    const [row, ...more] = await at.rows()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      cells: {
        email: from,
        contact: 'Ann Baker',
        subject: 'Acme Bakery',
        message: 'Please find our statements.',
        papers: [{ name: 'march.pdf', size: 11 }, { name: 'april.pdf' }],
      },
      createdBy: `address:${at.addressId}`,
      source: 'api',
    })
    const bytes = await service.api('GET', `/v1/files/${row.cells.papers[0].id}/content`, {
      token: desk.tokens.viewer,
    })
    expect(bytes.text).toBe('a statement')
    expect(await at.receipts('viewer')).toMatchObject([
      {
        addressId: at.addressId,
        hookId: null,
        keyId: null,
        outcome: 'created',
        rowCount: 1,
        firstPosition: row.position,
        files: { count: 2, items: [{ name: 'march.pdf', seenBefore: false }, {}] },
      },
    ])
    const [thread] = await threadsOf(from)
    expect(thread).toMatchObject({ row_id: row.id, definition_key: at.key, unread_count: 1 })
    const [message] = await comms.messages(thread.id)
    expect(message).toMatchObject({
      external_id: id,
      subject: 'Acme Bakery',
      sender_type: 'contact',
    })
    expect(await filesOf(message.id)).toMatchObject([{ name: 'march.pdf' }, { name: 'april.pdf' }])

    // The desk answers, and the client answers that, to the board's address too.
    const answer = await comms.reply(thread.id, { content: 'Thanks, Ann.' })
    const { external_id: inReplyTo } = await comms.message(answer.id)
    const reply = plainMail({ from, subject: 'Re: Acme Bakery', inReplyTo, references: id })
    expect(await at.send(reply)).toBe(250)
    expect(await at.rows()).toHaveLength(1)
    expect(await threadsOf(from)).toMatchObject([{ id: thread.id, row_id: row.id }])
    expect((await comms.messages(thread.id)).map((one: Body) => one.direction)).toEqual([
      'inbound',
      'outbound',
      'inbound',
    ])
    expect(await at.receipts()).toHaveLength(1)
  })

  test('makes one row however often it comes, also to two processes at once', async () => {
    const at = await open()
    for (const id of [mailId(), null]) {
      const raw = withFiles({ from: freshAddress(), id, subject: `Once ${id}` }, [pdf()])
      const codes = await Promise.all(
        [listener, second, listener, second].map((one) => at.send(raw, one)),
      )
      expect(codes).toEqual([250, 250, 250, 250])
      expect(await at.send(mail('Received: from a by b', raw))).toBe(250)
    }
    expect(await at.rows()).toHaveLength(2)
    expect(await at.receipts()).toHaveLength(2)
  })

  test('with the Message-ID of another is another row, and once', async () => {
    const at = await open()
    const from = freshAddress()
    const scan = (subject: string) =>
      withFiles({ from, id: '<constant@copier.example>', subject }, [
        pdf(`${subject}.pdf`, subject),
      ])
    for (const raw of [scan('one'), scan('two')]) {
      const codes = [listener, second, listener].map((one) => at.send(raw, one))
      expect(await Promise.all(codes)).toEqual([250, 250, 250])
    }
    const rows = await at.rows()
    expect(rows.map(({ cells }: Body) => [cells.subject, cells.papers[0].name])).toEqual([
      ['one', 'one.pdf'],
      ['two', 'two.pdf'],
    ])
    expect(await at.receipts()).toHaveLength(2)
  })

  test('from a sender who has written before is another row, with a conversation of its own', async () => {
    const at = await open()
    const from = freshAddress()
    await comms.receive(from, { content: 'A question' })
    await at.send(plainMail({ from, subject: 'First' }))
    await at.send(plainMail({ from, subject: 'Second' }))
    const rows = await at.rows()
    const threads = await threadsOf(from)
    expect(threads.map((one: Body) => one.row_id)).toEqual([rows[1].id, rows[0].id, null])
  })

  test('that a web form sent is the row of the person whom the answer goes to', async () => {
    const at = await open()
    const from = 'Site <noreply@forms.example>'
    const [ann, ben] = [freshAddress(), freshAddress()]
    await at.send(plainMail({ from, more: [`Reply-To: Ann <${ann}>`] }))
    await at.send(plainMail({ from, more: [`Reply-To: ${at.address}, Ben <${ben}>`] }))
    const rows = await at.rows()
    expect(rows.map(({ cells }: Body) => [cells.email, cells.contact])).toEqual([
      [ann, 'Ann'],
      [ben, 'Ben'],
    ])
    expect(await threadsOf('noreply@forms.example')).toEqual([])
    for (const [index, address] of [ann, ben].entries()) {
      expect(await threadsOf(address)).toMatchObject([{ row_id: rows[index].id, address }])
    }
  })

  test('and to a channel of the desk is one message, linked to the row', async () => {
    const at = await open()
    const from = freshAddress()
    const id = mailId()
    const occurredAt = new Date('2026-11-21T10:00:00+0100')
    await comms.receive(from, { externalId: id, content: 'Hello', occurredAt })
    await at.send(plainMail({ from, id }))
    const [row] = await at.rows()
    expect(await threadsOf(from)).toMatchObject([{ row_id: row.id, unread_count: 1 }])
  })

  test('and to another board is a row in each', async () => {
    const [one, other] = [await open(), await open()]
    const from = freshAddress()
    expect(await handOver(listener, [one.address, other.address], plainMail({ from }))).toBe(250)
    const [row] = await one.rows()
    expect(await other.rows()).toHaveLength(1)
    expect(await threadsOf(from)).toMatchObject([{ row_id: row.id }])
  })

  test('fills a column whatever its policy, and those who cannot see it do not', async () => {
    const at = await open()
    await service.api('PUT', `/v1/definitions/${at.key}/column-policies/papers`, {
      token: desk.tokens.owner,
      body: { visibleTo: { mode: 'nobody' } },
    })
    await at.send(withFiles({ from: freshAddress() }, [pdf()]))
    expect((await at.receipts('owner'))[0].files).toMatchObject({ count: 1 })
    expect((await at.receipts('member'))[0].files).toEqual({ count: 0, items: [] })
  })

  test('leaves out what is too much for a column, and says so; the conversation has it all', async () => {
    const only = {
      name: 'Papers',
      type: 'file',
      settings: { maxFiles: 1, accept: ['application/pdf'] },
    }
    const at = await open([...all.filter(({ name }) => name !== 'Papers'), only])
    const from = freshAddress()
    const files = [pdf('logo.png', 'x', 'image/png'), pdf(), pdf('april.pdf')]
    expect(await at.send(withFiles({ from, subject: 'x'.repeat(3000) }, files))).toBe(250)
    const [row] = await at.rows()
    expect(row.cells.subject).toHaveLength(2000)
    expect(row.cells.papers).toMatchObject([{ name: 'march.pdf' }])
    const [{ outcome, ignored }] = await at.receipts()
    expect(outcome).toBe('created')
    expect(ignored.items.map((one: Body) => one.column)).toEqual(['subject', 'papers', 'papers'])
    expect(ignored.items[1].why).toContain('logo.png')
    const [thread] = await threadsOf(from)
    const [message] = await comms.messages(thread.id)
    expect(await filesOf(message.id)).toHaveLength(3)
  })
})

test('a text that is too long for a message is a file of the row, and its receipt says how long it is', async () => {
  const at = await open()
  const text = `${'x y z '.repeat(100_000)}THE END`
  expect(await at.send(plainMail({ from: freshAddress() }, text))).toBe(250)
  const [{ cells }] = await at.rows()
  expect(cells.message).toBe(`${text.slice(0, 99_999)}…`)
  expect(cells.papers).toMatchObject([{ name: 'message.txt', size: 600_007 }])
  const [{ ignored }] = await at.receipts()
  expect(ignored.items).toMatchObject([{ column: 'message', why: 'the end of 600,007 characters' }])
})

describe('An email that does not fit', () => {
  test.each([
    ['a required column stays empty', { from: 'email' }, { required: true }, 'required'],
    ['a unique value is taken', mapped, { unique: true }, 'not_unique'],
  ] as const)(
    'because %s, is kept as a message, and its receipt says why',
    async (_, map, rule, reason) => {
      const at = await open(
        all.map((column) => (column.name === 'Subject' ? { ...column, ...rule } : column)),
        map,
      )
      if (reason === 'not_unique')
        await at.send(plainMail({ from: freshAddress(), subject: 'Twice' }))
      const from = freshAddress()
      expect(await at.send(withFiles({ from, subject: 'Twice' }, [pdf()]))).toBe(250)
      expect(await at.rows()).toHaveLength(reason === 'not_unique' ? 1 : 0)
      expect((await at.receipts())[0]).toMatchObject({
        outcome: 'refused',
        rowCount: 1,
        refused: { count: 1, items: [{ column: 'subject', reason }] },
      })
      const [thread] = await threadsOf(from)
      expect(thread).toMatchObject({ row_id: null, unread_count: 1 })
      const [message] = await comms.messages(thread.id)
      const [file] = await filesOf(message.id)
      const bytes = await service.api('GET', `/v1/files/${file.id}/content`, {
        token: desk.tokens.viewer,
      })
      expect(bytes.text).toBe('a statement')

      // What the sender writes next makes the row, in the same conversation.
      const next = plainMail({ from, subject: 'Another', references: message.external_id })
      if (reason === 'not_unique') {
        await at.send(next)
        const rows = await at.rows()
        expect(await threadsOf(from)).toMatchObject([{ id: thread.id, row_id: rows.at(-1).id }])
      }
    },
  )

  test('because the column is gone, makes a row of the rest', async () => {
    const at = await open()
    await service.api('DELETE', `/v1/boards/${at.id}/columns/subject`, { token: desk.tokens.owner })
    await at.send(plainMail({ from: 'a@client.example', subject: 'Gone' }, 'Text'))
    expect((await at.rows())[0].cells).toEqual({
      email: 'a@client.example',
      message: 'Text',
    })
  })
})

describe('What nobody wrote to the desk makes no row:', () => {
  test.each([
    ['an automatic reply', ['Auto-Submitted: auto-replied'], 'email_is_automatic', 'automation'],
    ['a newsletter', ['List-Id: <news.example>'], 'email_is_from_a_list', 'contact'],
  ])('%s is a message with a receipt', async (_, more, reason, type) => {
    const at = await open()
    const from = freshAddress()
    expect(await at.send(plainMail({ from, more }))).toBe(250)
    expect(await at.rows()).toEqual([])
    expect(await at.receipts()).toMatchObject([
      { outcome: 'refused', refused: { items: [{ reason }] } },
    ])
    const [thread] = await threadsOf(from)
    expect(thread.row_id).toBeNull()
    expect(await comms.messages(thread.id)).toMatchObject([{ sender_type: type }])
  })

  test('an empty return path is that of a machine', async () => {
    const at = await open()
    const from = freshAddress()
    expect(await at.send(plainMail({ from }), listener, '')).toBe(250)
    expect((await at.receipts())[0].refused.items[0].reason).toBe('email_is_automatic')
  })

  test('an automatic reply in the conversation of a row joins it without a receipt', async () => {
    const at = await open()
    const from = freshAddress()
    const id = mailId()
    await at.send(plainMail({ from, id }))
    const more = ['Auto-Submitted: auto-replied']
    await at.send(plainMail({ from, inReplyTo: id, more }))
    const [thread] = await threadsOf(from)
    expect(await comms.messages(thread.id)).toHaveLength(2)
    expect(await at.receipts()).toHaveLength(1)
  })

  test('a report marks the email that it is about', async () => {
    const at = await open()
    const { id, conversation_id } = await comms.send('email', { to: freshAddress() })
    await comms.bring(id, 'sent', 'sent')
    const messageId = mailId()
    await service.sql('UPDATE messages SET external_id = $3 WHERE workspace_id = $1 AND id = $2', [
      desk.workspaceId,
      id,
      messageId,
    ])
    expect(await at.send(bounce(messageId), listener, '')).toBe(250)
    expect((await comms.message(id)).status).toBe('undelivered')
    expect(await comms.messages(conversation_id)).toHaveLength(1)
    expect((await at.receipts())[0].refused.items[0].reason).toBe('email_is_a_report')
    expect(await at.rows()).toEqual([])
  })

  test('what was here before, or went out from here, is nothing new', async () => {
    const at = await open()
    const other = await open()
    const { id } = await comms.send('email', { to: freshAddress() })
    const ours = mailId()
    await service.sql('UPDATE messages SET external_id = $3 WHERE workspace_id = $1 AND id = $2', [
      desk.workspaceId,
      id,
      ours,
    ])
    for (const raw of [
      plainMail({ from: other.address }),
      plainMail({ from: freshAddress(), id: ours }),
      plainMail({ more: [`Delivered-To: ${at.address}`, `Delivered-To: ${at.address}`] }),
    ]) {
      expect(await at.send(raw)).toBe(250)
    }
    const receipts = await at.receipts()
    expect(receipts.map((one: Body) => one.refused.items[0].reason)).toEqual(
      Array.from({ length: 3 }, () => 'email_is_from_here'),
    )
    expect(await at.rows()).toEqual([])
    expect(await threadsOf(other.address)).toEqual([])
  })
})

describe('What goes back to its sender:', () => {
  test('email to an address that is off, deleted, of a deleted board, or was never there', async () => {
    const at = await open()
    expect(await at.change({ enabled: false })).toBe(200)
    expect(await at.send(plainMail())).toBe(550)
    expect(await at.change({ enabled: true })).toBe(200)
    expect(await at.send(plainMail())).toBe(250)
    expect(await handOver(listener, `nobody@${INBOUND_DOMAIN}`, plainMail())).toBe(550)
    const gone = await open()
    const token = desk.tokens.owner
    await service.api('DELETE', `/v1/boards/${gone.id}/addresses/${gone.addressId}`, { token })
    expect(await gone.send(plainMail())).toBe(550)
    await service.api('DELETE', `/v1/boards/${at.id}`, { token })
    expect(await at.send(plainMail())).toBe(550)
  })

  test('an email that is too large or cannot be read, of which receipts tell', async () => {
    const at = await open()
    const large = plainMail({}, `${'x'.repeat(998)}\r\n`.repeat(32_000))
    expect(await at.send(large)).toBe(552)
    const broken = 'Subject: no sender\r\n\r\nx'
    expect([await at.send(broken), await at.send(broken)]).toEqual([554, 554])
    expect(
      (await at.receipts()).map((one: Body) => [one.outcome, one.refused.items[0].reason]),
    ).toEqual([
      ['refused', 'email_unreadable'],
      ['refused', 'email_too_large'],
    ])
  })

  test('for a while, what one sender or all send within an hour beyond the limit', async () => {
    const at = await open()
    const from = freshAddress()
    const fill = (count: number, sender: string) =>
      service.sql(
        `INSERT INTO intake_messages (workspace_id, address_id, message_hash, sender)
         SELECT $1, $2, sha256(($4 || n)::bytea), $4 FROM generate_series(1, $3) AS n`,
        [desk.workspaceId, at.addressId, count, sender],
      )
    await fill(29, from)
    expect(await at.send(plainMail({ from }))).toBe(250)
    const late = plainMail({ from, subject: 'Late' })
    expect([await at.send(late), await at.send(late)]).toEqual([450, 450])
    expect(await at.send(plainMail({ from: freshAddress() }))).toBe(250)
    const reasons = async () =>
      (await at.receipts()).flatMap((one: Body) =>
        one.refused.items.map((item: Body) => item.reason),
      )
    expect(await reasons()).toEqual(['too_many_emails'])
    await service.sql(
      "UPDATE intake_messages SET received_at = now() - interval '61 min' WHERE address_id = $1",
      [at.addressId],
    )
    expect(await at.send(late)).toBe(250)
    await fill(600, 'others')
    expect(await at.send(plainMail({ from: freshAddress() }))).toBe(450)
    expect(await at.rows()).toHaveLength(3)
  })
})

test('an email is known again for 30 days', async () => {
  const at = await open()
  const email = plainMail({ subject: 'Twice' })
  const age = (days: number) =>
    service.sql(
      "UPDATE intake_messages SET received_at = now() - $2 * interval '1 day' WHERE address_id = $1",
      [at.addressId, days],
    )
  const sweep = () => service.db.withWorkspace(desk, async (tx) => sweepEmails(tx))
  expect(await at.send(email)).toBe(250)
  await age(29)
  await sweep()
  expect(await at.send(email)).toBe(250)
  expect(await at.rows()).toHaveLength(1)
  await age(31)
  await sweep()
  expect(
    await service.sql('SELECT FROM intake_messages WHERE address_id = $1', [at.addressId]),
  ).toEqual([])
})

describe('Nothing in an email does harm:', () => {
  test('scripts in HTML and in names stay text, and spoofed headers are only words', async () => {
    const at = await open()
    const from = freshAddress()
    const html = '<p>Hello</p><script>alert(1)</script><img src=x onerror=alert(2)>'
    const name = '=?utf-8?Q?=22onerror=3Dalert(3)_=00=E2=80=AEevil?='
    const raw = plainMail(
      {
        from: `${name} <${from}>`,
        subject: '=?utf-8?Q?=3Cscript=3E=00=0D=0ABcc:_victim@x.example?=',
        id: `<${'x'.repeat(800)}@y>`,
        references: '<a> <b> not-an-id <'.repeat(200),
        more: [
          'Content-Type: text/html; charset=utf-8',
          'X-Sourcebook-Row: 1',
          'Sender: boss@desk',
        ],
      },
      html,
    )
    expect(await at.send(raw)).toBe(250)
    const [row] = await at.rows()
    expect(row.cells.email).toBe(from)
    expect(row.cells.message).toBe('Hello')
    expect(row.cells.subject).toContain('<script>')
    expect(JSON.stringify(row.cells)).not.toContain('\\u0000')
    const [thread] = await threadsOf(from)
    const [message] = await comms.messages(thread.id)
    expect(message.content_html).not.toMatch(/script|onerror/)
  })

  test('a file of any name and type is stored inert', async () => {
    const at = await open()
    const files = [
      pdf('../../etc/passwd', 'x'),
      pdf('page.html', '<script>alert(1)</script>', 'text/html'),
      pdf('x.svg', '<svg onload="alert(1)"/>', 'image/svg+xml'),
    ]
    await at.send(withFiles({ from: freshAddress() }, files))
    const { papers } = (await at.rows())[0].cells
    expect(papers.map((file: Body) => file.name)).toEqual(['passwd', 'page.html', 'x.svg'])
    for (const { id } of papers) {
      const { headers } = await service.api('GET', `/v1/files/${id}/content`, {
        token: desk.tokens.viewer,
      })
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
    }
  })

  test('another workspace gets nothing, and cannot take the address over', async () => {
    const at = await open()
    const theirs = await makeDesk(service)
    const theirComms = openComms(service, theirs)
    const made = await theirComms.api('POST', 'channels', {
      name: 'Thief',
      medium: 'email',
      provider: 'local',
      from: at.address,
    })
    expect(made.status).toBe(201)
    const from = freshAddress()
    const id = mailId()
    await at.send(plainMail({ from, id }))
    expect(await threadsOf(from, theirComms)).toEqual([])
    expect(await at.rows()).toHaveLength(1)
    // A thread of another workspace cannot be joined by naming it.
    const there = await open(all, mapped, theirs)
    await there.send(plainMail({ from, inReplyTo: id, references: id }))
    expect(await there.rows()).toHaveLength(1)
    expect(await threadsOf(from)).toHaveLength(1)
    expect(await threadsOf(from, theirComms)).toHaveLength(1)
  })
})

test('a process that is killed between the files and the row leaves neither; the email comes again', async () => {
  const at = await open()
  const raw = withFiles({ from: freshAddress() }, [pdf(), pdf('april.pdf')])
  let stored = 0
  const killed: Pick<FileStore, 'put' | 'delete'> = {
    async put(...args) {
      const one = await service.files.put(...args)
      if (++stored === 2) await new Promise(() => {})
      return one
    },
    delete: service.files.delete,
  }
  const [{ address_id: id }] = await service.sql(
    'SELECT address_id FROM intake_mailboxes WHERE local_part = $1',
    [at.address.split('@')[0]],
  )
  const mailbox = { workspaceId: desk.workspaceId, id }
  const tools = { db: service.db, files: killed as FileStore, domain: INBOUND_DOMAIN, mostBytes: 1 }
  void intakeMailboxes.receive(tools, mailbox, { raw: Buffer.from(raw), returnPath: 'a@b.example' })
  await until(async () => stored === 2, 'both files to be stored')
  expect(await at.rows()).toEqual([])
  expect(await at.receipts()).toEqual([])
  const announced = () =>
    service.sql('SELECT id FROM files WHERE created_by = $1', [`address:${at.addressId}`])
  expect(await announced()).toHaveLength(2)
  await service.sql("UPDATE files SET loose_since = now() - interval '25 hours'")
  await purgeFiles(service.db, service.files, new AbortController().signal)
  expect(await announced()).toEqual([])
  expect(await at.send(raw)).toBe(250)
  expect((await at.rows())[0].cells.papers).toHaveLength(2)
  await service.sql("UPDATE files SET loose_since = now() - interval '25 hours'")
  await purgeFiles(service.db, service.files, new AbortController().signal)
  expect(await announced()).toHaveLength(2)
})
