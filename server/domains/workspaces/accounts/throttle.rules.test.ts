import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountBucket,
  addressBucket,
  attemptPlaces,
  bucketsOf,
  networkOf,
  waitAfter,
} from './throttle.rules.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('the wait begins with the last free failure, doubles, and never exceeds five minutes', () => {
  const waits = [0, 9, 10, 11, 12, 13, 14, 5000].map((failures) => waitAfter(failures, 10, 0))
  expect(waits).toEqual([0, 0, 30, 60, 120, 240, 300, 300])
  expect(waitAfter(11, 10, 12.4)).toBe(48)
  expect(waitAfter(11, 10, 61)).toBe(0)
  expect(waitAfter(5000, 10, -3600)).toBe(0)
})

test('after the wait that it names, an attempt may be made', () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.nat(60),
      fc.double({ min: 0, max: 900, noNaN: true }),
      (failures, free, ago) => {
        expect(waitAfter(failures, free, ago + waitAfter(failures, free, ago))).toBe(0)
      },
    ),
  )
})

test('a browser and an address are known to one account only, the browser first, and say nothing of either', () => {
  const at = { address: '203.0.113.7', cookie: 'secret' }
  const [browser, address] = attemptPlaces({ email: 'ann@example.com', ...at })
  expect(attemptPlaces({ email: 'ann@example.com', address: at.address })).toEqual([address])
  expect(attemptPlaces({ email: 'bob@example.com', ...at })).not.toContain(browser)
  expect(`${browser} ${address}`).toMatch(
    /^account:[0-9a-f]{64}:[0-9a-f]{64} account:[0-9a-f]{64}:[0-9a-f]{64}$/,
  )
  expect(attemptPlaces({ email: 'ann@example.com', address: '' })).toEqual([])
})

test('only guesses of strangers count for the account', () => {
  const at = { email: 'ann@example.com', address: '203.0.113.7' }
  const of = (purpose: 'password' | 'session' | 'reset' | 'new', known?: string) =>
    bucketsOf({ ...at, for: purpose }, known)
  const account = accountBucket(at.email)
  expect(of('password')).toEqual([account, 'address:203.0.113.7'])
  for (const buckets of [
    of('password', 'k'),
    of('session'),
    of('reset', 'k'),
    of('reset'),
    of('new'),
  ]) {
    expect(buckets).not.toContain(account)
  }
  expect(of('password', 'k')).not.toEqual(of('reset', 'k'))
})

test('an account is one bucket however its email is written, and the bucket does not tell it', () => {
  expect(accountBucket('Ann@Example.com')).toBe(accountBucket('ann@example.com'))
  expect(accountBucket('ann@example.com')).not.toContain('ann')
  expect(addressBucket('203.0.113.7')).toBe('address:203.0.113.7')
})
