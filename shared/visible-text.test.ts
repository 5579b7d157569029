import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleaned, comparable, trimmed, VISIBLE } from './visible-text.ts'

const INVISIBLE = ['\u200b', '\u200e', '\u202a', '\u2066', '\u2060', '\u00ad', '\ufeff', '\u200d']
const BLANKS = [' ', '\t', '\u00a0', '\u2007', '\u202f', '\u3000', '\u2800', '\u3164']
/** Texts in which joiners make a difference: an emoji, Persian, Hindi, Malayalam at its end, and a Persian abbreviation. */
const JOINED = ['👩‍💻', '❤️‍🔥', 'می‌خواهم', 'क्‍ष', 'അവന്‍', '۱۴۰۰ه‍']

test('a text without what nobody sees is what people read', () => {
  for (const mark of INVISIBLE) {
    expect(cleaned(`${mark}+1 (415)${mark} 555-0199${mark}`)).toBe('+1 (415) 555-0199')
    expect(trimmed(`${mark}a${mark}b${mark}`)).toBe(`a${mark}b`)
  }
  for (const blank of BLANKS) {
    expect(cleaned(`${blank}12${blank}000${blank}`).replace('\t', ' ')).toBe('12 000')
    expect(trimmed(`${blank}\u200b${blank}a ${blank}`)).toBe('a')
  }
})

test('joiners stay in the emoji and scripts where they make a difference', () => {
  for (const text of JOINED) {
    expect(cleaned(` ${text}\u200b`)).toBe(text)
    expect(trimmed(`\u200f${text} `)).toBe(text)
  }
  expect(cleaned('Auf\u200clage')).toBe('Auflage')
})

test('only texts with something to see are visible', () => {
  const pattern = new RegExp(VISIBLE, 'u')
  const nothing = [...INVISIBLE, ...BLANKS, '\u200c', '\ufe0f', '\u0001', '\n']
  for (const text of [...nothing, nothing.join('')]) {
    expect(pattern.test(text), JSON.stringify(text)).toBe(false)
    expect([cleaned(text), trimmed(text)]).toEqual(['', ''])
  }
  for (const text of [...JOINED, 'a', '0', '.', '\u0301', '字', '𝒜', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
    expect(pattern.test(text), text).toBe(true)
    expect([cleaned(text), trimmed(text)]).toEqual([text, text])
  }
})

test('texts that look the same are compared as one', () => {
  expect(comparable('Cafe\u0301\u200b')).toBe(comparable('\u00a0Café'))
  expect(comparable('beta llc')).not.toBe(comparable('Beta LLC'))
})

test('cleaning a text again changes nothing, and ASCII stays as it is within its ends', () => {
  const letters = ['a', 'é', '\u0301', 'ه', '👩', '\ufe0f', '\u200c', ...INVISIBLE, ...BLANKS]
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
      for (const form of [trimmed, cleaned, comparable]) {
        expect(form(form(text))).toBe(form(text))
      }
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ascii = text.replace(/[^ -~]/g, '')
      expect([trimmed(ascii), cleaned(ascii)]).toEqual([ascii.trim(), ascii.trim()])
    }),
  )
})
