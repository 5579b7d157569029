import { expect, test } from 'vitest'
import { countries } from './countries.ts'

// Named by Intl, but no countries: parts of some, groups of them, pseudo-locales.
const others = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' ')

test('the countries are those that Intl names, without what is none and without codes that stand for another', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const named = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => names.of(code) && new Intl.Locale('und', { region: code }).region === code)
  expect([...countries, ...others].sort()).toEqual(named)
  expect(countries).toEqual(countries.toSorted())
})

test('no code is among them that ISO 3166 took back or only keeps free', () => {
  for (const none of ['UK', 'SU', 'YU', 'DD', 'AN', 'EU', 'UN']) {
    expect(countries).not.toContain(none)
  }
})
