import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../../tests/support/machine/patience.ts'
import { resolving, spellings } from '../../tests/support/outside/private-addresses.ts'
import { Outbound } from './outbound.ts'
import { isPrivateAddress, webhookFault } from './private-addresses.rules.ts'

let hits = 0
let canary: Server
let port: number
beforeAll(async () => {
  canary = createServer((request, answer) => {
    hits++
    if (request.url === '/elsewhere')
      answer.writeHead(302, { location: `http://127.0.0.1:${port}/` })
    answer.end('x'.repeat(100_000))
  })
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => void canary.close())

const post = (outbound: Outbound, url: string, timeoutMs = PATIENCE_MS) =>
  outbound.post(url, { holder: 'w', headers: {}, body: '{}', timeoutMs })

test(`${spellings.length} ways to name a private address are refused, and reach nothing`, async () => {
  const outbound = new Outbound()
  expect(spellings.length).toBeGreaterThan(40)
  for (const host of spellings) {
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${host}:${port}/`
      expect(outbound.webhookFault(url)?.reason, url).toBe('private_address')
      expect((await post(outbound, url)).why?.error, url).toContain('private address')
    }
  }
  expect(hits).toBe(0)
})

test('so are other schemes, user names, fragments, plain http, and invalid addresses', () => {
  const faults = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'example.com',
    '',
    'https://',
    'https://a:b@example.com/',
    'https://example.com/#x',
    'http://example.com/',
  ]
  for (const url of faults) expect(webhookFault(url, [], false), url).toBeDefined()
  for (const url of [
    'https://example.com/',
    'https://8.8.8.8/x?y=1',
    'https://[2606:4700::1]:8443/',
  ]) {
    expect(webhookFault(url, [], false), url).toBeUndefined()
  }
})

test('a name is checked at each connection: any private address behind it refuses it', async () => {
  hits = 0
  for (const answers of [
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [['::1']],
    [['fe80::1%lo']],
  ]) {
    const outbound = new Outbound({ resolve: resolving(answers) })
    const outcome = await post(outbound, `https://rebind.example.com:${port}/`)
    expect(outcome).toMatchObject({
      status: null,
      why: { error: expect.stringContaining('private address') },
    })
  }
  // A name that is public when it is saved and private when we connect to it.
  const changing = resolving([['93.184.216.34'], ['127.0.0.1']])
  await changing!('rebind.example.com')
  const outbound = new Outbound({ resolve: changing })
  expect((await post(outbound, `https://rebind.example.com:${port}/`)).why?.error).toContain(
    'private',
  )
  expect(hits).toBe(0)
})

test('a public address of this very machine is inside, but for its web ports and what is allowed', async () => {
  const own = () => ['8.8.4.4', '2606:4700::7']
  const guarded = new Outbound({ own, resolve: resolving([['8.8.4.4'], ['2606:4700::7']]) })
  for (const host of ['8.8.4.4', '[2606:4700:0:0::7]', '134743044']) {
    const url = `https://${host}:8443/`
    expect(guarded.webhookFault(`https://${host}/`), host).toBeUndefined()
    expect(guarded.webhookFault(url)?.reason, url).toBe('private_address')
    expect(guarded.urlFault(url)?.reason, url).toBe('private_address')
    expect((await post(guarded, url)).why?.error, url).toContain('private address')
    await expect(
      guarded.get(new URL(url), {
        holder: 'w',
        headers: {},
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    ).rejects.toThrow('private address')
  }
  expect(guarded.hostFault('8.8.4.4', 25)?.reason).toBe('private_address')
  expect(guarded.webhookFault('https://8.8.8.8/')).toBeUndefined()
  for (let n = 0; n < 2; n++) {
    const { why } = await post(guarded, 'https://here.example.com:8443/')
    expect(why?.error).toContain('private address')
    await expect(
      guarded.connect('here.example.com', 25, { holder: 'w', timeoutMs: PATIENCE_MS }),
    ).rejects.toThrow('private address')
  }
  const allowing = new Outbound({ own, allow: [{ range: '8.8.4.4/32', port: 8443 }] })
  expect(allowing.webhookFault('https://8.8.4.4:8443/')).toBeUndefined()
  expect(allowing.hostFault('8.8.4.4', 25)?.reason).toBe('private_address')
})

test('allowed addresses are reached, redirects are answers, bodies are not read', async () => {
  hits = 0
  const resolve = resolving([['127.0.0.1']])
  const outbound = new Outbound({ allowWebhooks: [{ range: '127.0.0.0/8' }], resolve })
  expect(await post(outbound, `http://hook.example.com:${port}/`)).toMatchObject({ status: 200 })
  expect(await post(outbound, `http://127.0.0.1:${port}/elsewhere`)).toMatchObject({ status: 302 })
  expect((await post(outbound, `http://[::1]:${port}/`)).why?.error).toContain('private')
  expect(hits).toBe(2)
  const closed = createServer().listen(0)
  const free = (closed.address() as AddressInfo).port
  closed.close()
  expect((await post(outbound, `http://127.0.0.1:${free}/`)).why?.error).toBe(
    'the connection failed: ECONNREFUSED',
  )
})

test('a receiver that does not answer is given up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const outcome = await post(new Outbound({ allowWebhooks: true }), url, 200)
  expect(outcome.why?.error).toBe('no answer within 0.2 s')
  silent.closeAllConnections()
  silent.close()
})

test('every IPv4 address is private by its range, however IPv6 wraps it', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c] = address.split('.').map(Number) as [number, number, number]
      const ranges = [
        a === 0,
        a === 10,
        a === 127,
        address === '168.63.129.16',
        a >= 224,
        a === 169 && b === 254,
        a === 192 && b === 168,
        a === 172 && b >= 16 && b < 32,
        a === 100 && b >= 64 && b < 128,
        a === 198 && b >> 1 === 9,
        a === 192 && b === 0 && (c === 0 || c === 2),
        a === 192 && b === 88 && c === 99,
        a === 198 && b === 51 && c === 100,
        a === 203 && b === 0 && c === 113,
      ]
      expect(isPrivateAddress(address)).toBe(ranges.includes(true))
      expect(isPrivateAddress(`::ffff:${address}`)).toBe(true)
      expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(true)
    }),
  )
})
