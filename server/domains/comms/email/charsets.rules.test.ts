import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, guessed, readVague } from './charsets.rules.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

test.each(['us-ascii', 'US-ASCII', '', 'utf-8', 'x-unknown', '7bit'])(
  'under "%s", text is UTF-8 if it can be, or else Windows-1252',
  (charset) => {
    expect(readVague(Buffer.from('Grüße — 50 €'), charset)).toBe('Grüße — 50 €')
    expect(readVague(latin('Gr\xfc\xdfe \x96 50 \x80'), charset)).toBe('Grüße – 50 €')
    expect(readVague(latin('Hello'), charset)).toBe('Hello')
  },
)

test.each(['iso-8859-1', 'ISO_8859-1', 'latin1', 'windows-1252', 'cp1252', '"iso-8859-1"'])(
  'under "%s", the bytes from 0x80 to 0x9f are those of Windows-1252',
  (charset) => {
    expect(readVague(latin('\x93Hi\x94 \x80 \xe9'), charset)).toBe('“Hi” € é')
  },
)

test('another charset is not for this rule', () => {
  expect(readVague(latin('x'), 'iso-8859-2')).toBe(null)
  expect(readVague(latin('x'), 'klingon')).toBe(null)
})

test('one broken byte does not turn the rest of a UTF-8 text into Windows-1252', () => {
  expect(readVague(Buffer.concat([Buffer.from('Grüße aus Köln '), latin('\xff')]), 'utf-8')).toBe(
    'Grüße aus Köln \ufffd',
  )
})

test('text that was written in UTF-8 or in Windows-1252 is read as it was written', () => {
  const western = fc.array(fc.constantFrom(...'abc é à ö ß “ ” € – Ö'), { minLength: 1 })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), western, (any, parts) => {
      const text = any.replace(/[\ufffd\ufeff]/gu, '').toWellFormed()
      expect(guessed(Buffer.from(text))).toBe(text)
      const written = parts.join('')
      const bytes = latin(
        written.replace(
          /[“”€–]/g,
          (mark) => ({ '“': '\x93', '”': '\x94', '€': '\x80', '–': '\x96' })[mark]!,
        ),
      )
      expect(readVague(bytes, 'iso-8859-1')).toBe(written)
    }),
  )
})

test('old charsets of China and of Macs are read', () => {
  expect(decodeText(latin('~{VPND~} ok ~~ x~\ny'), 'hz-gb-2312')).toBe('中文 ok ~ xy')
  expect(decodeText(latin('~{VP\nx'), 'HZ')).toBe('中\nx')
  expect(decodeText(latin('\x8f\xf0\xe8\xe2\xe5\xf2'), 'x-mac-cyrillic')).toBe('Привет')
  expect(decodeText(latin('\x8f\xf0'), 'x-nothing')).toBe('\x8fð')
})
