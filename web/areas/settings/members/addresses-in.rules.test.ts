import { expect, test } from 'vitest'
import { addressesIn } from './addresses-in.rules.ts'

test.each([
  ['', []],
  ['nobody', []],
  [' ann@bay.example ', ['ann@bay.example']],
  ['ann@bay.example\nbo@bay.example\r\n', ['ann@bay.example', 'bo@bay.example']],
  ['Ann Lee <ann@bay.example>; "Bo" <bo@bay.example>', ['ann@bay.example', 'bo@bay.example']],
  ['mailto:ann@bay.example, ann@bay.example', ['ann@bay.example']],
])('%j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
