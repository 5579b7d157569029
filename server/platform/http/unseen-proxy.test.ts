import fastify from 'fastify'
import pino, { type Logger } from 'pino'
import { expect, test } from 'vitest'
import { startService } from '../../tests/support/service/service.ts'
import { warnOfUnseenProxy } from './unseen-proxy.ts'

/** What is logged about requests from these addresses with these headers. */
async function saidOf(
  trustProxy: number,
  requests: { from: string; headers?: Record<string, string> }[],
): Promise<unknown[]> {
  const said: unknown[] = []
  const app = fastify()
  const log = { warn: ({ proxy }: { proxy: string }) => said.push(proxy) } as unknown as Logger
  warnOfUnseenProxy(app, { trustProxy, log })
  app.get('/', () => 'here')
  for (const { from, headers } of requests) {
    await app.inject({ url: '/', remoteAddress: from, headers: headers ?? {} })
  }
  await app.close()
  return said
}

const listed = { 'x-forwarded-for': '203.0.113.7' }
const forwarded = { forwarded: 'for=203.0.113.7' }

test.each([listed, forwarded])(
  'a proxy that TRUST_PROXY leaves out is said once: %j',
  async (headers) => {
    const from = '172.18.0.2'
    expect(await saidOf(0, [{ from }, { from, headers }, { from, headers }])).toEqual([from])
  },
)

test('nothing is said of a proxy that is counted, nor of what anybody on the internet sends', async () => {
  expect(await saidOf(1, [{ from: '172.18.0.2', headers: listed }])).toEqual([])
  expect(await saidOf(0, [{ from: '8.8.8.8', headers: listed }, { from: '127.0.0.1' }])).toEqual([])
})

test('the service says it too, for a proxy on its own machine', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const service = await startService({ trustProxy: 0, log })
  try {
    for (const from of ['203.0.113.7', '203.0.113.8']) {
      await service.api('GET', '/healthz', { from })
    }
    expect(said.filter((line) => line.includes('TRUST_PROXY is 0'))).toHaveLength(1)
  } finally {
    await service.stop()
  }
})
