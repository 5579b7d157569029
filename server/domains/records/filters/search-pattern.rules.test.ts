import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '../../../../shared/plain-text.ts'
import { patternOf } from './search-pattern.rules.ts'

/** As PostgreSQL reads it. */
const finds = (search: string, text: string): boolean =>
  new RegExp(
    patternOf(plainText(search)).replace(/\\U([\da-f]{8})/g, (_, code) => `\\u{${code}}`),
    'u',
  ).test(text)

it('finds a text whatever its capitals and accents', () => {
  for (const text of ['Ünal Demir', 'U\u0308nal', 'UNAL', 'ünal']) {
    expect(finds('unal', text)).toBe(true)
    expect(finds('Ünal', text)).toBe(true)
  }
  expect(finds('lodz', 'Łódź')).toBe(true)
  expect(finds('istanbul', 'İSTANBUL')).toBe(true)
  expect(finds('ΟΔΟΣ', 'Οδός')).toBe(true)
  expect(finds('тест', 'ТЕСТ')).toBe(true)
  expect(finds('grose', 'Größe')).toBe(false)
})

it('finds a text however its signs, blanks and joined letters are written', () => {
  expect(finds('grosse', 'Größe')).toBe(true)
  expect(finds('Straße', 'STRASSE')).toBe(true)
  expect(finds('größ', 'GRÖẞE')).toBe(true)
  expect(finds("O'Brien", 'O’Brien')).toBe(true)
  expect(finds('O’Brien', "O'Brien")).toBe(true)
  expect(finds('final offer', 'Final\u00a0oﬀer')).toBe(true)
  expect(finds('cooffice', 'co\u00adoﬃce')).toBe(true)
  expect(finds('caesar', 'Cæsar')).toBe(true)
  expect(finds('한국', '한국'.normalize('NFD'))).toBe(true)
  expect(finds('ガス', 'ガス'.normalize('NFD'))).toBe(true)
})

it('takes every character but letters as it is', () => {
  for (const sign of ['.', '*', '(', '[^]', '\\d', '***=', '%', '😀', '+1 (312)', '$1']) {
    expect(finds(sign, `a${sign}b`), sign).toBe(true)
    expect(finds(sign, 'ab'), sign).toBe(false)
  }
})

it('finds what a plain text has in it', () => {
  const letters = [
    ...'aAbeEfFilsStzZäöüéÅçñšœßẞæǽﬁﬃﬅжЖάΣς .*’\'"–-क़한',
    '\u0301',
    '\u0308',
    '\u00a0',
    '\u200b',
  ]
  const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, word, word, (before, search, after) => {
      const text = before + search + after
      const isThere = plainText(text).includes(plainText(search))
      if (isThere && plainText(search) !== '') expect(finds(search, text)).toBe(true)
    }),
  )
})
