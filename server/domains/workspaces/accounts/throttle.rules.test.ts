import { expect, test } from 'vitest'
import { accountBucket, addressBucket, networkOf } from './throttle.rules.ts'

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

test('an account is one bucket however its email is written, and the bucket does not tell it', () => {
  expect(accountBucket('Ann@Example.com')).toBe(accountBucket('ann@example.com'))
  expect(accountBucket('ann@example.com')).not.toContain('ann')
  expect(addressBucket('203.0.113.7')).toBe('address:203.0.113.7')
})
