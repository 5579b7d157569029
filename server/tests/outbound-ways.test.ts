import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenChannel, Outgoing, Provider } from '../domains/comms/channels/provider.ts'
import { mediaJobs } from '../domains/comms/receiving/texts/media.ts'
import { createProviders } from '../domains/comms/sending/providers.ts'
import { outboundTargets } from '../platform/config.parsers.ts'
import { Outbound, type OutboundOptions } from '../platform/outbound/outbound.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { PATIENCE_MS } from './support/machine/patience.ts'
import { openChannels, smtp, twilio } from './support/messages/channels.ts'
import { freshNumber, openComms } from './support/messages/comms.ts'
import { resolving, spellings } from './support/outside/private-addresses.ts'
import { SECRET_KEY, startService, type TestService } from './support/service/service.ts'

// Every way in which a workspace's setting, or a message signed with its credentials, leads to a connection.

const SECRET = 'INTERNAL-BANNER'
let connections = 0
let service: TestService
let desk: Desk
let as: ReturnType<typeof openChannels>['as']
let create: ReturnType<typeof openChannels>['create']
/** A text that names a file, and the channel that it came through. */
let textId: number
let channelId: string
const closing: Provider[] = []
/** A server inside the network that speaks HTTP, and one that speaks first. */
let web: Server
let banner: Server
beforeAll(async () => {
  web = createHttp((_, answer) => {
    answer.writeHead(403, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ code: 20003, message: SECRET, status: SECRET }))
  })
  banner = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`500 ${SECRET}\r\n`)
  })
  for (const server of [web, banner]) {
    server.on('connection', () => {
      connections++
    })
    await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  }
  service = await startService()
  desk = await makeDesk(service)
  ;({ as, create } = openChannels(service, desk))
  channelId = (await create(twilio())).id
  const text = { channelId, mediaUrls: ['https://api.twilio.com/a'] }
  textId = (await openComms(service, desk).receive(freshNumber(), text)).messageId
})
beforeEach(() => {
  connections = 0
})
afterAll(async () => {
  await Promise.all(closing.map((provider) => provider.close()))
  await service.stop()
  for (const server of [web, banner]) server.close()
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port
/** An IPv6 address has brackets in a URL only. */
const plain = (host: string): string => host.replace(/^\[|\]$/g, '')
const account = { accountSid: 'AC0123456789abcdef' }
const urlOf = (host: string, scheme = 'http') => `${scheme}://${host}:${portOf(web)}`

describe('what is saved', () => {
  const token = () => desk.tokens.owner
  type Answer = Awaited<ReturnType<typeof service.api>>
  const saves: [string, string, (host: string) => Promise<Answer>][] = [
    [
      'the address of a webhook',
      'body.url',
      (host) => {
        const body = { url: `${urlOf(host, 'https')}/`, types: ['rows.*'], role: 'viewer' }
        return service.api('POST', '/v1/webhooks', { token: token(), body })
      },
    ],
    [
      'the address of a provider of texts',
      'body.settings.baseUrl',
      (host) =>
        as('admin')('POST', 'channels', twilio({ settings: { ...account, baseUrl: urlOf(host) } })),
    ],
    [
      'a mail server',
      'body.settings.host',
      (host) => {
        const settings = { host: plain(host), port: portOf(banner), security: 'none' }
        return as('admin')('POST', 'channels', smtp({ settings }))
      },
    ],
  ]

  test.each(saves)('%s is refused in every spelling', async (_, path, save) => {
    for (const host of spellings) {
      const { status, body } = await save(host)
      expect([host, status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([
        host,
        400,
        [path],
      ])
      expect(body.issues[0].message, host).toMatch(
        /leads to a private address; the operator may allow it with OUTBOUND_ALLOW=\S+$|is not a host name/,
      )
    }
    expect(connections).toBe(0)
  })

  test('a change is refused as a new one is', async () => {
    const mail = await create(smtp())
    const texts = await create(twilio())
    const credentials = { user: 'u', pass: 'p' }
    const patch = (id: string, body: object) => as('admin')('PATCH', `channels/${id}`, body)
    for (const answer of [
      await patch(mail.id, { settings: { host: '10.0.0.5' }, credentials }),
      await patch(texts.id, {
        settings: { ...account, baseUrl: 'http://169.254.169.254' },
        credentials: { authToken: 't' },
      }),
    ]) {
      expect([answer.status, answer.body.issues[0].message]).toEqual([
        400,
        expect.stringContaining('OUTBOUND_ALLOW='),
      ])
    }
  })

  test('what the operator allows is taken, at its port alone', async () => {
    const allow = outboundTargets('10.0.0.5:25, relay.office.lan, fd00::/8')
    const lenient = await service.beside({ outbound: { allow } })
    const save = (settings: object) =>
      lenient.api('POST', '/v1/comms/channels', {
        token: desk.tokens.admin,
        body: smtp({ settings }),
      })
    const none = { security: 'none' }
    const statuses = async (...all: object[]) => {
      const answers = []
      for (const settings of all) answers.push((await save(settings)).status)
      return answers
    }
    expect(
      await statuses(
        { host: '10.0.0.5', ...none },
        { host: '10.0.0.5', port: 25 },
        { host: 'fd00::7' },
        { host: 'Relay.Office.LAN.', port: 2525 },
        { host: '167772165', ...none },
      ),
    ).toEqual([201, 201, 201, 201, 201])
    expect(
      await statuses({ host: '10.0.0.5' }, { host: '10.0.0.6', ...none }, { host: 'fe80::1' }),
    ).toEqual([400, 400, 400])
    // The setting for webhooks applies to webhooks only.
    const hooks = await service.beside({ outbound: { allowWebhooks: true } })
    const refused = await hooks.api('POST', '/v1/comms/channels', {
      token: desk.tokens.admin,
      body: smtp({ settings: { host: '10.0.0.5' } }),
    })
    expect(refused.status).toBe(400)
  })
})

const channel = (provider: 'smtp' | 'twilio', settings: object): OpenChannel => ({
  workspaceId: 'w',
  id: crypto.randomUUID(),
  medium: 'email',
  provider,
  from: 'desk@funding.example',
  settings,
  credentials: {},
  fromName: null,
  hookBase: 'https://desk.example/v1/hooks/c1',
})
const message: Outgoing = {
  workspaceId: 'w',
  messageId: 1,
  to: 'ann@client.example',
  toName: null,
  senderName: null,
  isAutomatic: false,
  subject: 'Hello',
  content: 'Hi',
  contentHtml: null,
  messageIdHeader: '<m@funding.example>',
  inReplyTo: null,
  references: [],
  attachments: [],
}

type Way = (host: string) => Promise<string>

/** What each way says about a host. A saved setting stays in use whatever is checked when one is saved. */
function waysOf(options: OutboundOptions): Record<string, Way> {
  const outbound = new Outbound(options)
  const providers = createProviders({ db: service.db, seal: createSeal(SECRET_KEY), outbound })
  closing.push(...Object.values(providers))
  const texts = (host: string) => channel('twilio', { ...account, baseUrl: urlOf(host) })
  const mail = (host: string) =>
    channel('smtp', { host: plain(host), port: portOf(banner), security: 'none' })
  const send = async (of: OpenChannel): Promise<string> => {
    const outcome = await providers[of.provider]!.send(of, message, async () => {})
    return 'error' in outcome ? `${outcome.kind}: ${outcome.error}` : 'sent'
  }
  return {
    'the test of a provider of texts': async (host) =>
      String((await providers.twilio!.test(texts(host)))?.error),
    'the test of a mail server': async (host) =>
      String((await providers.smtp!.test(mail(host)))?.error),
    'a text': (host) => send(texts(host)),
    'an email': (host) => send(mail(host)),
    'the file of a text': (host) => fetchFile(outbound, urlOf(host)),
    'a webhook': async (host) => {
      const request = { holder: 'w', headers: {}, body: '{}', timeoutMs: PATIENCE_MS }
      return String((await outbound.post(urlOf(host, 'https'), request)).why?.error)
    },
  }
}
const ways = [
  'the test of a provider of texts',
  'the test of a mail server',
  'a text',
  'an email',
  'the file of a text',
  'a webhook',
]

/** Has the file of a text from that provider fetched, as the last attempt. */
async function fetchFile(outbound: Outbound, baseUrl: string): Promise<string> {
  const { db, files, sql } = service
  const of = [desk.workspaceId, textId]
  await sql(
    `UPDATE messages SET media_urls = ARRAY[$3], text_facts = NULL,
       recorded_at = now() - interval '25 hours' WHERE workspace_id = $1 AND id = $2`,
    [...of, `${baseUrl}/Messages/MM1/Media/ME1`],
  )
  await sql(
    `INSERT INTO due_work (kind, workspace_id, due_at) VALUES ('message_media', $1, now())
     ON CONFLICT (kind, workspace_id) DO UPDATE SET due_at = excluded.due_at`,
    [desk.workspaceId],
  )
  const given = { id: channelId, settings: { ...account, baseUrl }, credentials: {} }
  const [job] = mediaJobs({ db, files, outbound, channelOf: async () => given as OpenChannel })
  await job!.run(new AbortController().signal)
  const [{ message }] = await sql(
    `SELECT text_facts ->> 'error_message' AS message FROM messages
     WHERE workspace_id = $1 AND id = $2`,
    of,
  )
  return message
}

describe.each(ways)('%s', (way) => {
  test('reaches nothing inside, in no spelling', async () => {
    const says = waysOf({})[way]!
    for (const host of spellings) {
      const message = await says(host)
      expect(message, host).toMatch(
        /private address; the operator may allow it with OUTBOUND_ALLOW=/,
      )
      // Messages wait until the operator allows the host, or fail in the end as with any server that is down.
      if (/^an? (?:text|email)$/.test(way)) expect(message, host).toMatch(/^transient: /)
    }
    expect(connections).toBe(0)
  })

  test('asks what a name stands for at each connection', async () => {
    for (const answers of [
      [['127.0.0.1']],
      [['93.184.216.34', '127.0.0.1']],
      [['::1']],
      [['::ffff:127.0.0.1']],
      [['fe80::1%lo']],
    ]) {
      const message = await waysOf({ resolve: resolving(answers) })[way]!('rebind.example.com')
      expect(message, answers.join()).toContain('OUTBOUND_ALLOW=rebind.example.com:')
    }
    // A name that is public when it is saved and private when we connect to it.
    const resolve = resolving([['93.184.216.34'], ['127.0.0.1']])!
    await resolve('rebind.example.com')
    expect(await waysOf({ resolve })[way]!('rebind.example.com')).toContain('OUTBOUND_ALLOW=')
    expect(connections).toBe(0)
  })

  test('reaches what the operator allows, and repeats nothing that it says', async () => {
    for (const allow of ['127.0.0.0/8', `127.0.0.1:${portOf(web)},127.0.0.1:${portOf(banner)}`]) {
      const before = connections
      const message = await waysOf({ allow: outboundTargets(allow) })[way]!('127.0.0.1')
      expect(connections, allow).toBe(before + 1)
      expect(message).not.toContain('OUTBOUND_ALLOW')
      expect(message).not.toMatch(/INTERNAL|BANNER/i)
    }
    const resolve = resolving([['127.0.0.1']])
    const before = connections
    await waysOf({ allow: outboundTargets('relay.office.lan'), resolve })[way]!('relay.office.lan')
    expect(connections, 'by its name').toBe(before + 1)
    const elsewhere = outboundTargets('127.0.0.1:1, 10.0.0.0/8, other.office.lan')
    expect(await waysOf({ allow: elsewhere })[way]!('127.0.0.1')).toContain('OUTBOUND_ALLOW=')
    expect(connections).toBe(before + 1)
  })
})

test('the test of a channel of 0.1.0 that leads inside names the setting, and nothing that listens', async () => {
  const kinds: [object, (port: number) => object][] = [
    [smtp(), (port) => ({ host: '127.0.0.1', port, security: 'none' })],
    [twilio(), (port) => ({ ...account, baseUrl: `http://127.0.0.1:${port}` })],
  ]
  for (const [body, settingsAt] of kinds) {
    const { id } = await create(body)
    const messages = []
    for (const port of [portOf(web), portOf(banner), 1]) {
      await service.sql('UPDATE channels SET settings = $2 WHERE id = $1', [id, settingsAt(port)])
      const { data } = (await as('admin')('POST', `channels/${id}/test`)).body
      expect(data.ok).toBe(false)
      expect(data.error).toContain(`OUTBOUND_ALLOW=127.0.0.1:${port}.`)
      messages.push(data.error.replace(`:${port}`, ''))
    }
    expect(new Set(messages).size).toBe(1)
  }
  expect(connections).toBe(0)
})
