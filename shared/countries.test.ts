import { expect, test } from 'vitest'
import { countries } from './countries.ts'

// Codes that Intl names but that are not countries: parts of countries, groups of countries, pseudo-locales.
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
