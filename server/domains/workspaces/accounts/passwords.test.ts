import { expect, test } from 'vitest'
import { decodeHash } from './passwords.rules.ts'
import { Passwords } from './passwords.ts'

const passwords = new Passwords()

test('a password is good against its own hash only', async () => {
  const [one, two] = await Promise.all([passwords.hash('hunter2 hunter2'), passwords.hash('other')])
  expect(await passwords.verify('hunter2 hunter2', one)).toBe(true)
  expect(await passwords.verify('hunter2 hunter2', two)).toBe(false)
  expect(await passwords.verify('Hunter2 hunter2', one)).toBe(false)
})

test('hashes are Argon2id of 46 MiB, salted, and carry their cost', async () => {
  const [one, two] = await Promise.all([passwords.hash('the same'), passwords.hash('the same')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(one).not.toBe(two)
  expect(decodeHash(one).tag).toHaveLength(32)
})

test('a hash of another cost stays good', async () => {
  // from the test vectors of the reference implementation
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await passwords.verify('password', stored)).toBe(true)
  expect(await passwords.verify('Password', stored)).toBe(false)
})

test('nothing is right where there is no hash', async () => {
  expect(await passwords.verify('', null)).toBe(false)
  expect(await passwords.verify('anything', undefined)).toBe(false)
})

test('the same letters are the same password, however they were composed', async () => {
  const stored = await passwords.hash('caf\u00e9 society')
  expect(await passwords.verify('cafe\u0301 society', stored)).toBe(true)
})

test('a stored text of another form is an error, not a wrong password', async () => {
  await expect(passwords.verify('x', 'plaintext')).rejects.toThrow('argon2id')
})

test('who comes from a known place waits for nobody that does not', async () => {
  const small = new Passwords({ concurrency: 1, maxWaiting: 2 })
  const stored = await passwords.hash('mine')
  const done: string[] = []
  const strangers = Array.from({ length: 3 }, (_, n) =>
    small.verify('guess', stored).then(() => done.push(`stranger ${n}`)),
  )
  const known = small.verify('mine', stored, { isKnown: true }).then(() => done.push('known'))
  await Promise.all([...strangers, known])
  expect(done).toEqual(['stranger 0', 'known', 'stranger 1', 'stranger 2'])
})

test('beyond its queue it refuses, saying when to come back, and then works on', async () => {
  const small = new Passwords({ concurrency: 1, maxWaiting: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => small.hash('burst')))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(outcomes.at(-1)).toMatchObject({
    reason: { code: 'overloaded', status: 503, details: { retryAfter: 2 } },
  })
  expect(await small.verify('burst', await small.hash('burst'))).toBe(true)
})
