import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOwner } from '../../../../tests/support/desks/fixtures.ts'
import {
  mail,
  mailId,
  multipart,
  plainMail,
  postMail,
} from '../../../../tests/support/inputs/mails.ts'
import { messageProperties, packedFile, tnef } from '../../../../tests/support/inputs/tnef.ts'
import { freshAddress, openComms } from '../../../../tests/support/messages/comms.ts'
import {
  INBOUND_DOMAIN,
  startService,
  type TestService,
} from '../../../../tests/support/service/service.ts'

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let service: TestService
let comms: ReturnType<typeof openComms>
let workspaceId: string
let channel: { id: string; hookSecret: string }
let theirs: typeof channel
const channelOf = async (token: string, body: object = {}) => {
  const made = await service.api('POST', '/v1/comms/channels', {
    token,
    body: {
      name: `Channel ${crypto.randomUUID()}`,
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: { host: 'smtp.funding.example' },
      ...body,
    },
  })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
let owner: string
beforeAll(async () => {
  service = await startService()
  const desk = await makeOwner(service)
  ;({ workspaceId, owner } = desk)
  comms = openComms(service, { workspaceId, tokens: { owner } })
  channel = await channelOf(owner)
  theirs = await channelOf((await makeOwner(service)).owner)
})
afterAll(() => service.stop())

const post = (raw: string | Uint8Array, to = channel) => postMail(service.origin, to, raw)
/** Receives an email, which must be accepted, and returns its message. */
const take = async (raw: string | Uint8Array) => {
  const answer = await post(raw)
  expect(answer.status, answer.text).toBe(201)
  const { message_id, conversation_id } = answer.body.data
  expect(message_id).toEqual(expect.any(Number))
  return { ...(await comms.message(message_id)), conversation_id }
}
const filesOf = async (id: number) =>
  (await comms.api('GET', `messages/${id}/attachments`)).body.data

describe('the hook of a channel', () => {
  const raw = (headers: Record<string, string>, id = channel.id, body: string | Uint8Array = 'x') =>
    service.api('POST', `/v1/hooks/${id}/inbound`, { body, headers })

  test('takes MIME with the secret of the channel, and refuses other bodies and other senders', async () => {
    const rfc822 = { 'content-type': 'message/rfc822' }
    const nowhere = '0190cafe-0000-7000-8000-00000000dead'
    const bearer = (secret: string) => ({ ...rfc822, authorization: `Bearer ${secret}` })
    expect((await raw(rfc822)).body).toMatchObject({ code: 'unauthenticated' })
    expect((await raw(bearer('shs_wrong'))).status).toBe(401)
    expect((await raw(bearer(theirs.hookSecret))).status).toBe(401)
    expect((await raw(bearer(channel.hookSecret), nowhere)).body).toMatchObject({
      code: 'not_found',
    })
    expect((await raw(bearer(channel.hookSecret), 'x')).status).toBe(404)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { ...bearer(channel.hookSecret), 'content-type': type }
      expect((await raw(headers)).body).toMatchObject({ code: 'unsupported_media_type' })
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await raw({ ...bearer(channel.hookSecret), ...form })).status).toBe(415)
    for (const body of [
      '',
      'x',
      '\0\0\0',
      'Subject: no writer\r\n\r\nx',
      'From: nobody\r\n\r\nx',
    ]) {
      expect((await raw(bearer(channel.hookSecret), channel.id, body)).body, body).toMatchObject({
        code: 'invalid_message',
      })
    }
    const elsewhere = await service.api('POST', '/v1/comms/send', {
      token: owner,
      body: 'x',
      headers: rfc822,
    })
    expect(elsewhere.status).toBe(415)
  })

  test('ends with the channel, or with a new secret', async () => {
    const old = await channelOf(owner)
    const rotated = await comms.api('POST', `channels/${old.id}/rotate-secret`)
    expect((await post(plainMail(), old)).status).toBe(401)
    expect((await post(plainMail(), rotated.body.data)).status).toBe(201)
    await comms.api('DELETE', `channels/${old.id}`)
    expect((await post(plainMail(), rotated.body.data)).status).toBe(404)
  })

  test('takes at most 30 MiB', async () => {
    const body = new Uint8Array(30 * 1024 * 1024 + 1).fill(120)
    expect((await post(body)).status).toBe(413)
  })
})

describe('an email', () => {
  test('is stored with its words, its clean HTML and its files', async () => {
    const html =
      '<div style="color:red;position:fixed">Hi <b onclick="x">there</b><script>alert(1)</script><img src="https://evil.example/p.gif" alt="logo"></div>'
    const alternative = multipart('alternative', [
      mail(
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Gr=FC=DFe',
      ),
      mail('Content-Type: text/html; charset=utf-8', '', html),
    ])
    const mixed = multipart('mixed', [
      mail(alternative.header, '', alternative.body),
      mail(
        'Content-Type: application/pdf; name="=?utf-8?B?w5wucGRm?="',
        'Content-Disposition: attachment; filename="../=?utf-8?B?w5wucGRm?="',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('a paper').toString('base64'),
      ),
      mail('Content-Type: message/rfc822', '', plainMail({ subject: 'Inner' }, 'within')),
    ])
    const id = mailId()
    const from = freshAddress()
    const got = await take(
      plainMail(
        {
          from: `=?utf-8?Q?J=C3=BCrgen?= <${from.toUpperCase()}>`,
          id,
          subject: '=?utf-8?Q?Angebot_f=C3=BCr_Sie?=',
          more: [mixed.header],
        },
        mixed.body,
      ),
    )
    expect(got).toMatchObject({
      content: 'Grüße',
      subject: 'Angebot für Sie',
      sender_name: 'Jürgen',
      content_html: '<div style="color:red">Hi <b>there</b>logo</div>',
      external_id: id,
      sender_type: 'contact',
      occurred_at: '2026-11-21T09:00:00.000Z',
      direction: 'inbound',
      status: 'received',
      medium: 'email',
    })
    expect((await comms.thread(got.conversation_id)).address).toBe(from)
    const files = await filesOf(got.id)
    expect(files).toMatchObject([
      { name: 'Ü.pdf', type: 'application/pdf', size: 7 },
      { type: 'message/rfc822' },
    ])
    const bytes = await service.api('GET', `/v1/files/${files[0].id}/content`, { token: owner })
    expect(bytes.text).toBe('a paper')
  })

  test('with only HTML has its words as its text', async () => {
    const html =
      '<html><head><title>t</title><style>p{}</style></head><body><p>One &lt;1&gt;</p><ul><li>a<li>b</ul></body></html>'
    const got = await take(plainMail({ more: ['Content-Type: text/html'] }, html))
    expect(got.content).toBe('One <1>\na\nb')
  })

  test('with a picture in its HTML shows it in its place, from a file', async () => {
    const got = await take(
      plainMail(
        { more: ['Content-Type: text/html'] },
        `<p>See <img src="data:image/png;base64,${PIXEL}"></p>`,
      ),
    )
    const [file, ...more] = await filesOf(got.id)
    expect([file, more]).toMatchObject([
      { name: 'image-1.png', type: 'image/png', inline: true },
      [],
    ])
    expect(got.content_html).toBe(`<p>See <img src="/v1/files/${file.id}/content" /></p>`)
  })

  test('sent again, with other transport headers, is one; also without a Message-ID', async () => {
    const from = freshAddress()
    for (const id of [mailId(), null]) {
      const raw = plainMail({ from, id, subject: `Once ${id === null}` })
      const first = await take(raw)
      expect(
        (await take(mail('Received: from b by c; Sat, 21 Nov 2026 10:00:01 +0100', raw))).id,
      ).toBe(first.id)
      if (id === null) expect(first.external_id).toMatch(/^<[0-9a-f]{40}@no-message-id\.invalid>$/)
    }
    const [a, b] = await Promise.all([
      take(plainMail({ from, id: '<r@x>' })),
      take(plainMail({ from, id: '<r@x>' })),
    ])
    expect(a.id).toBe(b.id)
  })

  test('with the Message-ID of another is another, unless it is the same email', async () => {
    const id = '<constant@scanner.example>'
    const from = `Scan <${freshAddress()}>`
    const scan = (words: string, more: object = {}) =>
      plainMail({ from, id, subject: 'Scan', ...more }, words)
    const file = (bytes: string) => {
      const { header, body } = multipart('mixed', [
        mail('Content-Type: text/plain', '', 'first'),
        mail('Content-Type: image/bmp; name=scan.bmp', '', bytes),
      ])
      return plainMail({ from, id, subject: 'Scan', more: [header] }, body)
    }
    const ninth = (raw: string) => raw.replace('10:00:00', '09:00:00')
    const undated = (raw: string) => raw.replace(/^Date:.*\r\n/m, '')
    const others = [
      scan('first'),
      scan('second'),
      scan('first', { from: freshAddress() }),
      ninth(scan('first')),
      undated(scan('first')),
      undated(scan('first', { subject: 'Another' })),
      file('12'),
      file('21'),
    ]
    const taken = []
    for (const raw of others) taken.push(await take(raw))
    expect(new Set(taken.map((one) => one.id)).size).toBe(others.length)
    expect(taken.map((one) => one.external_id === id)).toEqual(taken.map((_, nth) => nth === 0))
    for (const [nth, raw] of others.entries()) {
      expect((await take(mail('Received: from b by c', raw))).id).toBe(taken[nth].id)
    }
    // An answer to one of them names the id that its sender knows.
    const { id: answer } = await comms.reply(taken[1].conversation_id, { content: 'Thanks' })
    const [headers] = await service.sql(
      'SELECT in_reply_to, reference_ids FROM messages WHERE workspace_id = $1 AND id = $2',
      [workspaceId, answer],
    )
    expect(headers).toEqual({ in_reply_to: id, reference_ids: [id] })
  })

  test('that comes several times at once is one, also if its Message-ID is that of another', async () => {
    const id = mailId()
    const from = freshAddress()
    const [one, other] = ['one', 'other'].map((words) => plainMail({ from, id }, words))
    const taken = await Promise.all([one!, other!, one!, other!, one!, other!].map(take))
    expect(new Set(taken.map((message) => message.id)).size).toBe(2)
    for (const message of taken.filter((_, nth) => nth % 2)) expect(message.content).toBe('other')
  })

  test('with a text that is longer than a message holds has all of it as a file, and says so', async () => {
    const text = `${'x y z '.repeat(100_000)}THE END`
    const got = await take(plainMail({}, text))
    expect(got.content).toHaveLength(500_000)
    expect(got.content.slice(0, 1000)).toBe(text.slice(0, 1000))
    expect(got.content).toMatch(
      /…\n\n\[The text has 600,007 characters\. All of it is in the file message\.txt\.\]$/,
    )
    const [file] = await filesOf(got.id)
    expect(file).toMatchObject({ name: 'message.txt', type: 'text/plain', size: 600_007 })
    const bytes = await service.api('GET', `/v1/files/${file.id}/content`, { token: owner })
    expect(bytes.text).toBe(text)
    expect((await take(plainMail({}, 'x'.repeat(500_000)))).content).toHaveLength(500_000)
  })

  test('with HTML that is longer than a message holds has it as a file, and shows its text', async () => {
    const html = `<p>Hello</p>${'<!-- -->'.repeat(70_000)}<p>THE END</p>`
    const note =
      '[The email has 560,026 characters of HTML. All of it is in the file message.html.]'
    const alone = await take(plainMail({ more: ['Content-Type: text/html'] }, html))
    expect([alone.content, alone.content_html]).toEqual([`Hello\n\n${note}`, null])
    const { header, body } = multipart('alternative', [
      mail('Content-Type: text/plain', '', 'Hello. THE END'),
      mail('Content-Type: text/html', '', html),
    ])
    const both = await take(plainMail({ more: [header] }, body))
    expect([both.content, both.content_html]).toEqual([`Hello. THE END\n\n${note}`, null])
    for (const { id } of [alone, both]) {
      expect(await filesOf(id)).toMatchObject([
        { name: 'message.html', type: 'text/html', size: 560_026 },
      ])
    }
  })

  test('of a web form is from the person whom the answer goes to, and says what sent it', async () => {
    const form = (name: string, address: string, more: object = {}) =>
      take(
        plainMail({
          from: 'Site <noreply@forms.example>',
          subject: 'Enquiry',
          more: [`Reply-To: ${name}${address}`],
          ...more,
        }),
      )
    const [ann, ben] = [freshAddress(), freshAddress()]
    const first = await form('Ann', ` <${ann}>`)
    const second = await form('', ben)
    expect(first.sender_name).toBe('Ann, sent by noreply@forms.example')
    expect(second.sender_name).toBe('Site, sent by noreply@forms.example')
    for (const [{ conversation_id }, address] of [
      [first, ann],
      [second, ben],
    ]) {
      const thread = await comms.thread(conversation_id)
      expect([thread.address, thread.unread_count]).toEqual([address, 1])
    }
    const again = await form('Ann', ` <${ann}>`)
    expect(again.conversation_id).toBe(first.conversation_id)
    const answer = await comms.reply(first.conversation_id, { content: 'Hello Ann' })
    const [named] = await service.sql(
      'SELECT to_name, reference_ids FROM messages WHERE workspace_id = $1 AND id = $2',
      [workspaceId, answer.id],
    )
    expect(named).toEqual({
      to_name: 'Ann',
      reference_ids: [first.external_id, again.external_id],
    })
  })

  test('in a conversation changes nothing about where its answers go', async () => {
    const ann = freshAddress()
    const first = await take(plainMail({ from: `Ann <${ann}>` }))
    const inReplyTo = first.external_id
    const second = await take(
      plainMail({ from: `Ann <${ann}>`, inReplyTo, more: ['Reply-To: eve@other.example'] }),
    )
    expect(second).toMatchObject({
      conversation_id: first.conversation_id,
      sender_name: `Ann <eve@other.example>, sent by ${ann}`,
    })
    expect((await comms.thread(first.conversation_id)).address).toBe(ann)
  })

  test('of which an answer would go to us is from its author', async () => {
    for (const ours of ['Desk <DESK@funding.example>', `board@${INBOUND_DOMAIN}`]) {
      const from = freshAddress()
      const got = await take(plainMail({ from, more: [`Reply-To: ${ours}`] }))
      expect((await comms.thread(got.conversation_id)).address).toBe(from)
      expect(got.sender_name).toBe(null)
    }
  })

  test('with the same Message-ID for two people is two, and each is one however often it comes', async () => {
    for (const id of [mailId(), null]) {
      const raws = [freshAddress(), freshAddress(), freshAddress()].map((to) =>
        plainMail({ from: 'noreply@forms.example', id, more: [`Reply-To: ${to}`] }),
      )
      const taken = []
      for (const raw of [...raws, ...raws]) taken.push(await take(raw))
      const ids = taken.map((one) => one.id)
      expect([new Set(ids).size, ids.slice(3)]).toEqual([3, ids.slice(0, 3)])
    }
  })

  test('from an address that no email reaches is stored, and cannot be answered', async () => {
    for (const from of ['scanner@printer', 'root@server1', '"john doe"@x']) {
      const got = await take(plainMail({ from: `Device <${from}>` }))
      expect((await comms.thread(got.conversation_id)).address).toBe(from)
      const path = `conversations/${got.conversation_id}/messages`
      const { status, body } = await comms.api('POST', path, { content: 'x' })
      expect([status, body.code]).toEqual([409, 'recipient_unwritable'])
    }
  })

  test('from a machine says so; one that a mailing list passes on does not', async () => {
    const types = []
    for (const more of [
      'Auto-Submitted: auto-replied (vacation)',
      'Auto-Submitted: no',
      'X-Autoreply: yes',
      'Precedence: auto_reply',
      'Precedence: list',
    ]) {
      types.push((await take(plainMail({ more: [more] }))).sender_type)
    }
    expect(types).toEqual(['automation', 'contact', 'automation', 'automation', 'contact'])
  })

  test('with broken characters and broken parts is stored as far as it can be read', async () => {
    const bad = (...lines: string[]) =>
      Buffer.concat([
        Buffer.from(`${mail('From: a@b.example', ...lines)}\r\n`),
        Buffer.from([0xff, 0xfe, 0x00, 0x80]),
      ])
    for (const raw of [
      bad('Content-Type: text/plain; charset=utf-8', ''),
      bad('Content-Type: text/plain; charset=no-such-charset', ''),
      bad('Content-Type: text/plain; charset=iso-2022-jp', ''),
      bad('Content-Type: text/html; charset=utf-16', ''),
      bad('Subject: =?x-nothing?B?////?=', 'Content-Transfer-Encoding: base64', ''),
      bad(
        'Content-Type: multipart/mixed; boundary="never"',
        '',
        '--never',
        'Content-Type: text/plain',
        '',
      ),
      bad('Content-Type: multipart/mixed', '', 'x'),
      bad('Date: Mon, 1 Jan 99999 00:00:00 +0000', 'Content-Type: ///', ''),
      bad('Date: -1', 'Message-ID: <a b c', 'References: <x <y> z>', ''),
      bad('Content-Type: text/plain; format=flowed; delsp=yes', '', 'a '),
      bad('From: "x', 'To: ;;;', 'Subject: \u0000\u202e', ''),
    ]) {
      const answer = await post(raw)
      expect([201, 400], answer.text).toContain(answer.status)
    }
  })

  test('with too many parts, files, levels or lines is refused', async () => {
    const file = mail(
      'Content-Type: application/x',
      'Content-Disposition: attachment; filename=a',
      '',
      'x',
    )
    const many = (kind: string, parts: string[]) => {
      const { header, body } = multipart(kind, parts)
      return plainMail({ more: [header] }, body)
    }
    let deep = mail('Content-Type: text/plain', '', 'x')
    for (let level = 0; level < 300; level++) {
      const { header, body } = multipart('mixed', [deep])
      deep = mail(header, '', body)
    }
    const head = Array.from({ length: 6_000 }, (_, n) => `X-Filler-${n}: ${'x'.repeat(50)}`)
    for (const raw of [
      plainMail({}, '\n'.repeat(2_000_001)),
      many(
        'mixed',
        Array.from({ length: 51 }, () => file),
      ),
      many(
        'alternative',
        Array.from({ length: 1_000 }, () => mail('Content-Type: text/html', '', '<p>')),
      ),
      many('mixed', [deep]),
      plainMail({ more: head }),
    ]) {
      expect((await post(raw)).body).toMatchObject({ code: 'invalid_message' })
    }
    expect(
      (
        await post(
          many(
            'mixed',
            Array.from({ length: 50 }, () => file),
          ),
        )
      ).status,
    ).toBe(201)
  })

  test('with HTML that would take forever to clean is accepted', async () => {
    const body = `${'<div>'.repeat(200_000)}the end`
    await take(plainMail({ more: ['Content-Type: text/html'] }, body))
  })

  test('is read as it was meant, whatever its charset says', async () => {
    const written = async (charset: string, body: Buffer, head = '') => {
      const raw = plainMail(
        { more: [`Content-Type: text/plain${charset && `; charset=${charset}`}`] },
        '',
      )
      const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(raw), body])
      return (await take(bytes)).content
    }
    const windows = Buffer.from('\x93Gr\xfc\xdfe\x94 \x96 50 \x80', 'latin1')
    for (const charset of ['us-ascii', 'iso-8859-1', 'no-such-charset', '']) {
      expect(await written(charset, windows), charset).toBe('“Grüße” – 50 €')
    }
    for (const charset of ['us-ascii', 'utf-8', 'no-such-charset', '']) {
      expect(await written(charset, Buffer.from('Grüße – 50 €')), charset).toBe('Grüße – 50 €')
    }
    expect(await written('iso-8859-2', Buffer.from('\xb1', 'latin1'))).toBe('ą')
    expect(await written('shift_jis', Buffer.from('\x82\xa0', 'latin1'))).toBe('あ')
    const flowed = mail('a ', '\x93b\x94')
    const raw = plainMail(
      { more: ['Content-Type: text/plain; format=flowed; charset=iso-8859-1'] },
      flowed,
    )
    expect((await take(Buffer.from(raw, 'latin1'))).content).toBe('a “b”')
  })

  test('has its names and subject as they were meant', async () => {
    const subjectOf = async (subject: string) =>
      (await take(Buffer.from(plainMail({ subject }), 'latin1'))).subject
    expect(await subjectOf('=?us-ascii?Q?caf=E9?=')).toBe('café')
    expect(await subjectOf('=?iso-8859-1?Q?=93Hi=94_=80?=')).toBe('“Hi” €')
    expect(await subjectOf('=?utf-8?B?8J+YgA==?= =?utf-8?Q?_=C3=BC?=')).toBe('😀 ü')
    expect(await subjectOf('caf\xe9 \x80')).toBe('café €')
    expect(await subjectOf('Gr\xc3\xbc\xc3\x9fe')).toBe('Grüße')
    const from = `J\xfcrgen <${freshAddress()}>`
    expect((await take(Buffer.from(plainMail({ from }), 'latin1'))).sender_name).toBe('Jürgen')
  })

  test('has a name for each of its files that says what it is', async () => {
    const mixed = multipart('mixed', [
      mail('Content-Type: text/plain', '', 'See these'),
      mail('Content-Type: image/png', '', 'x'),
      mail('Content-Type: application/pdf', 'Content-Disposition: attachment', '', 'x'),
      mail('Content-Type: text/calendar; method=REQUEST', '', 'BEGIN:VCALENDAR'),
      mail(
        'Content-Type: message/rfc822',
        '',
        plainMail({ subject: '=?utf-8?Q?Angebot_f=C3=BCr?=\r\n Sie' }, 'within'),
      ),
      mail('Content-Type: application/pdf; name="caf\xe9.pdf"', '', 'x'),
      mail(
        'Content-Type: application/octet-stream',
        "Content-Disposition: attachment; filename*=iso-8859-1''%93a%94%FC.pdf",
        '',
        'x',
      ),
    ])
    const raw = plainMail({ more: [mixed.header] }, mixed.body)
    const { id } = await take(Buffer.from(raw, 'latin1'))
    expect((await filesOf(id)).map(({ name }: { name: string }) => name)).toEqual([
      'image-1.png',
      'attachment-2.pdf',
      'invite.ics',
      'Angebot für Sie.eml',
      'café.pdf',
      '“a”ü.pdf',
    ])
  })

  test('that shows its own pictures keeps them in place, and no others', async () => {
    const picture = (cid: string, type: string, bytes: string) =>
      mail(
        `Content-Type: ${type}; name="${cid}.png"`,
        `Content-ID: <${cid}@x>`,
        'Content-Transfer-Encoding: base64',
        '',
        bytes,
      )
    const related = multipart('related', [
      mail(
        'Content-Type: text/html',
        '',
        '<p>Look: <img src="cid:a@x" alt="a chart" width=10> <img src="cid:b@x" alt="no picture"> <img src="cid:c@x" alt="none"></p>',
      ),
      picture('a', 'image/png', PIXEL),
      picture('b', 'image/png', Buffer.from('<svg onload="alert(1)">').toString('base64')),
      picture('d', 'image/png', PIXEL),
    ])
    const got = await take(plainMail({ more: [related.header] }, related.body))
    const files = await filesOf(got.id)
    expect(
      files.map(({ name, inline }: { name: string; inline: boolean }) => [name, inline]),
    ).toEqual([
      ['a.png', true],
      ['b.png', false],
      ['d.png', false],
    ])
    expect(got.content_html).toBe(
      `<p>Look: <img alt="a chart" width="10" src="/v1/files/${files[0].id}/content" /> no picture none</p>`,
    )
    expect(got.content).toBe('Look: a chart no picture none')
  })

  test('that Outlook packed into winmail.dat has its files, and its words if it has no others', async () => {
    const packed = (bytes: Buffer, type = 'application/ms-tnef', name = 'winmail.dat') =>
      mail(
        `Content-Type: ${type}; name="${name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        bytes.toString('base64'),
      )
    const html = {
      id: 0x1013,
      binary: Buffer.from('<p>Rich <img src="cid:p@x"><script>x</script></p>'),
    }
    const whole = tnef(
      messageProperties(html),
      packedFile('OFFER~1.PDF', Buffer.from('%PDF'), { id: 0x3707, text: 'Ängebot 1.pdf' }),
      packedFile('', Buffer.from(PIXEL, 'base64'), { id: 0x3712, text: 'p@x' }),
    )
    const takeMixed = async (...parts: string[]) => {
      const mixed = multipart('mixed', parts)
      const got = await take(plainMail({ more: [mixed.header] }, mixed.body))
      return { got, files: await filesOf(got.id) }
    }
    const plain = mail('Content-Type: text/plain', '', 'Plain')
    const both = await takeMixed(plain, packed(whole))
    expect([both.got.content, both.got.content_html]).toEqual(['Plain', null])
    expect(both.files).toMatchObject([
      { name: 'Ängebot 1.pdf', type: 'application/pdf', size: 4 },
      { name: 'image-2.png', type: 'image/png' },
    ])
    const alone = await takeMixed(packed(whole, 'application/octet-stream'))
    expect(alone.got.content_html).toBe(
      `<p>Rich <img src="/v1/files/${alone.files[1].id}/content" /></p>`,
    )
    expect(alone.files.map(({ inline }: { inline: boolean }) => inline)).toEqual([false, true])
    const cut = await takeMixed(plain, packed(whole.subarray(0, whole.length - 40)))
    expect(cut.files.map(({ name }: { name: string }) => name)).toContain('winmail.dat')
    const odd = await takeMixed(
      plain,
      packed(Buffer.from('x')),
      packed(whole, 'text/x', 'other.dat'),
    )
    expect(odd.files.map(({ name }: { name: string }) => name)).toEqual([
      'winmail.dat',
      'other.dat',
    ])
    const many = Array.from({ length: 2 }, () =>
      packed(tnef(...Array.from({ length: 26 }, () => packedFile('a', Buffer.of(1))))),
    )
    const mixed = multipart('mixed', many)
    expect((await post(plainMail({ more: [mixed.header] }, mixed.body))).body).toMatchObject({
      code: 'invalid_message',
    })
  })

  test('that goes around in a circle is refused', async () => {
    const hops = (many: number) =>
      plainMail({
        more: Array.from(
          { length: many },
          (_, n) => `Received: from a${n} by b; ${new Date(0).toUTCString()}`,
        ),
      })
    expect((await post(hops(101))).body).toMatchObject({ code: 'invalid_message' })
    await take(hops(100))
  })
})
