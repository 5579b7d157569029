import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithin, networkOf } from './networks.rules.ts'

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['10.1.2.3/8', '10.1.2.3/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['::/0', '::/0'],
  ['10.0.0.0/33', undefined],
  ['2001:db8::/129', undefined],
  ['10.0.0', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/-1', undefined],
  ['example.com', undefined],
  ['fe80::1%eth0', undefined],
  ['', undefined],
])('%j is the network %s', (text, network) => {
  expect(networkOf(text)).toBe(network)
})

describe('an address is', () => {
  test('within every network that begins with its own bits, and no other of that width', () => {
    const bits = fc.integer({ min: 0, max: 32 })
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), bits, (address, other, width) => {
        const numberOf = (text: string) =>
          text.split('.').reduce((all, part) => all * 256n + BigInt(part), 0n)
        const start = (text: string) => numberOf(text) >> BigInt(32 - width)
        const isAlike = start(address) === start(other)
        expect(isWithin(address, [`${other}/${width}`])).toBe(isAlike)
        expect(isWithin(`::ffff:${address}`, [`${other}/${width}`])).toBe(isAlike)
      }),
    )
  })

  test('within one of several networks, of either family', () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32']
    expect(isWithin('203.0.113.200', networks)).toBe(true)
    expect(isWithin('2001:db8:ffff::1', networks)).toBe(true)
    expect(isWithin('2001:db9::1', networks)).toBe(false)
    expect(isWithin('fe80::1%eth0', ['fe80::/10'])).toBe(true)
  })

  test('within no network if it is none', () => {
    for (const text of ['', 'unknown', '1.2.3']) {
      expect(isWithin(text, ['0.0.0.0/0', '::/0'])).toBe(false)
    }
    expect(isWithin('1.2.3.4', ['::/0'])).toBe(false)
  })
})
