import { expect, test } from 'vitest'
import { unwritable } from './unwritable.ts'

test('a text cannot be sent to a name, but to a number, a short code and an address of another service', () => {
  expect(['InfoSMS', '3M Bank', 'ÉTÉ'].map((of) => unwritable('text', of))).toEqual(
    Array(3).fill('is_a_name'),
  )
  expect(
    ['+14155550199', '729725', 'whatsapp:+14155550199'].map((of) => unwritable('text', of)),
  ).toEqual(Array(3).fill(undefined))
})

test('an email cannot be sent to an address that has no whole domain', () => {
  expect(
    ['root@server1', '"john doe"@x', 'joe@[192.0.2.1]', '"a b"@x.example'].map((of) =>
      unwritable('email', of),
    ),
  ).toEqual(Array(4).fill('is_incomplete'))
  expect(['ann@cust.example', 'jö@bücher.example'].map((of) => unwritable('email', of))).toEqual(
    Array(2).fill(undefined),
  )
})
