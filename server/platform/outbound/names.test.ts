import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEVER_MS } from '../../tests/support/machine/patience.ts'
import { startNameServer } from '../../tests/support/outside/name-server.ts'
import { Names } from './names.ts'
import { Outbound } from './outbound.ts'

let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  server = await startNameServer({ 'good.example': '93.184.216.34' })
})
afterAll(() => server.close())

const never = new AbortController().signal
const namesOf = (lookupMs = NEVER_MS) => new Names({ servers: [server.server], lookupMs })
const good = [{ address: '93.184.216.34', family: 4 }]
const countOf = (name: string) => server.asked.filter((one) => one === name).length

test('a name has the addresses that its name server knows, also if it has one kind only', async () => {
  expect(await namesOf().lookUp('Good.Example', 'a', never)).toEqual(good)
  expect(await namesOf().lookUp('good.example.', 'a', never)).toEqual(good)
})

test('localhost and the names below it are this machine', async () => {
  const here = { address: '127.0.0.1', family: 4 }
  expect(await namesOf().lookUp('localhost', 'a', never)).toContainEqual(here)
  expect(await namesOf().lookUp('app.localhost', 'a', never)).toContainEqual(here)
})

test('a name that nobody knows is asked for once, and again a moment later', async () => {
  const names = namesOf()
  for (let n = 0; n < 3; n++) {
    await expect(names.lookUp('none.example', 'a', never)).rejects.toThrow('ENOTFOUND')
  }
  expect(countOf('none.example')).toBe(2)
  // What one workspace found says nothing to another.
  await expect(names.lookUp('none.example', 'b', never)).rejects.toThrow('ENOTFOUND')
  expect(countOf('none.example')).toBe(4)
})

test('a lookup without an answer ends after its time, or with its signal', async () => {
  await expect(namesOf(50).lookUp('a.silent.example', 'a', never)).rejects.toThrow('EAI_AGAIN')
  const leaving = new AbortController()
  const left = namesOf().lookUp('b.silent.example', 'a', leaving.signal)
  leaving.abort()
  await expect(left).rejects.toThrow()
})

test('a workspace whose names nobody answers for stops no other workspace, and nothing else', async () => {
  const names = namesOf()
  const leaving = new AbortController()
  const silent = Array.from({ length: 60 }, (_, n) =>
    names.lookUp(`h${n}.silent.example`, 'bad', leaving.signal).catch(() => {}),
  )
  for (const holder of ['a', 'b', 'c']) {
    expect(await names.lookUp('good.example', holder, never)).toEqual(good)
  }
  const outbound = new Outbound({ nameServers: [server.server] })
  const request = { holder: 'a', headers: {}, body: '{}', timeoutMs: NEVER_MS, signal: never }
  const { why } = await outbound.post('https://none.example/', request)
  expect(why?.error).toContain('ENOTFOUND')
  // It has its share, and the rest of its lookups wait.
  const begun = new Set(server.asked.filter((one) => /^h\d+\.silent/.test(one)))
  expect(begun.size).toBe(16)
  leaving.abort()
  await Promise.all(silent)
})
