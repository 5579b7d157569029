import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('has no capitals and no accents', () => {
  expect(plainText('Ünal Café')).toBe('unal cafe')
  expect(plainText('U\u0308nal')).toBe('unal')
  expect(plainText('Łódź, SØREN, Đorđe')).toBe('lodz, soren, dorde')
  expect(plainText('İstanbul, Diyarbakır')).toBe('istanbul, diyarbakir')
  expect(plainText('Größe')).toBe('grosse')
})

it('leaves other writing as it is', () => {
  for (const text of ['ünal & sons'.slice(1), '東京', '+1 (312) 555', 'יונה']) {
    expect(plainText(text)).toBe(text)
  }
})
