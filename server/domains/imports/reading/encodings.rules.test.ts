import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Encoding } from '../../../../shared/table-files.ts'
import { Utf8Weights } from './encodings.rules.ts'
import { textsOf, wholeCharacters } from './texts.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function weighed(bytes: Uint8Array, size = 64 * 1024) {
  const weights = new Utf8Weights()
  for await (const { bytes: some } of wholeCharacters(pieces(bytes, size))) weights.add(some)
  return { encoding: weights.encoding(), odd: weights.odd }
}

async function textOf(bytes: Uint8Array, encoding: Encoding, size = 64 * 1024): Promise<string> {
  let all = ''
  for await (const text of textsOf(pieces(bytes, size), encoding)) all += text
  return all
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const mixed = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)))

test('an odd byte in a file of UTF-8 is one odd character, and it is known where', async () => {
  const bytes = mixed('Café Zoë,José\r\nBr', latin('\xfc'), 'ken,Ana\rŁódź,Jiří\n')
  for (const size of [1, 2, 3, 7, 100]) {
    expect(await weighed(bytes, size)).toEqual({
      encoding: 'utf-8',
      odd: { count: 1, lines: [2] },
    })
    expect(await textOf(bytes, 'utf-8', size)).toBe('Café Zoë,José\r\nBrüken,Ana\rŁódź,Jiří\n')
  }
})

test('a file that is part UTF-8 and part Windows-1252 is read as both', async () => {
  const bytes = mixed(
    'Zoë\nŁódź\n',
    latin('Jos\xe9\nBr\xfcken\n\x93Hi\x94\nM\xe1laga\nS\xf8ren\nNo\xebl\n'),
  )
  expect(await weighed(bytes)).toEqual({
    encoding: 'utf-8',
    odd: { count: 7, lines: [3, 4, 5, 6, 7, 8] },
  })
  expect(await textOf(bytes, 'utf-8')).toBe('Zoë\nŁódź\nJosé\nBrüken\n“Hi”\nMálaga\nSøren\nNoël\n')
})

test('a character of UTF-8 whose end is missing is one odd character', async () => {
  const euro = Buffer.from('€')
  for (const [bytes, text] of [
    [mixed('Zoë,5 €\nAcme,9 ', euro.subarray(0, 2)), 'Zoë,5 €\nAcme,9 �'],
    [mixed('Zoë,5 €\nAcme,9 ', euro.subarray(0, 1)), 'Zoë,5 €\nAcme,9 �'],
    [mixed('Zoë,5 €\nAcme,9 ', euro.subarray(0, 2), ',x\n'), 'Zoë,5 €\nAcme,9 �,x\n'],
  ] as const) {
    expect(await weighed(bytes)).toEqual({ encoding: 'utf-8', odd: { count: 1, lines: [2] } })
    for (const size of [1, 4, 100]) expect(await textOf(bytes, 'utf-8', size)).toBe(text)
  }
})

test('what is UTF-8 is read as Node reads it, in any pieces', async () => {
  const unit = fc.constantFrom('a', 'é', '€', '😀', '\u07ff', '\u0800', '\uffff', '\u{10ffff}')
  const text = fc.string({ unit, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (one, size) => {
      expect(await textOf(Buffer.from(one), 'utf-8', size)).toBe(one)
    }),
  )
})

// In the encodings that `Buffer` does not write.
const hex = (text: string) => Buffer.from(text, 'hex')

test.each<[encoding: Encoding, what: string, bytes: Buffer]>([
  ['windows-1252', 'names', latin('Caf\xe9 Zo\xeb\nM\xfcller & S\xf6hne\nPe\xf1a\nGarc\xeda\n')],
  ['windows-1252', 'quotation marks and dashes', latin('\x93Joe\x92s\x94 \x96 5 \x80, don\x92t\n')],
  ['windows-1252', 'many apostrophes', latin('Joe\x92s, don\x92t, it\x92s\n'.repeat(9))],
  ['windows-1252', 'signs', latin('5 m\xb2, 20\xb0C, Acme\xae, \xa9 2026, 50\xa3\n')],
  ['windows-1252', 'one letter', latin('Caf\xe9\n')],
  ['windows-1252', 'large letters', latin('CAF\xc9 MU\xd1OZ \xc5SA \xc4PFEL\n')],
  ['macintosh', 'names', hex('436166 8e205a6f910a4d9f6c6c65720a50 65 96610a'.replaceAll(' ', ''))],
  ['ibm850', 'names', hex('4361668220 5a6f890a4d816c6c65720a5065a4610a'.replaceAll(' ', ''))],
  [
    'shift_jis',
    'a list',
    hex('96bc914f2c8f5a8f8a0a8e5293632c93 8c8b9e0a83 5c836a815b0a'.replaceAll(' ', '')),
  ],
  ['gb18030', 'a list', hex('d0d5c3fb2cb5d8d6b70ad5c5c8fd2cb1b1bea90ac0eecbc42cc9cfbaa30a')],
  [
    'big5',
    'a list',
    hex('a96da6572ca661a77d0ab169a454 2ca578a55f0aa7f5a57c2cb0aaafaf0a'.replaceAll(' ', '')),
  ],
  ['euc-kr', 'a list', hex('c0ccb8a72cc1d6bcd20ab1e8c3b6bcf62cbcadbfef0ab9dabfb5c8f12cbacebbea0a')],
  ['euc-jp', 'a list', hex('a4ceccbec1b02cbdbbbdea0aa5bda5cba1bc2cc5ecb5fe0a')],
])('%s is recognised by %s', async (encoding, _, bytes) => {
  expect((await weighed(bytes)).encoding).toBe(encoding)
})

test('what no encoding fits for certain is Windows-1252, where each byte means something', async () => {
  const koi8 = hex('edcfd3cbd7c10af7c1d3c9cccac90af0c5d4d20a')
  expect((await weighed(koi8)).encoding).toBe('windows-1252')
  const byte = fc.uint8Array({ minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(byte, async (bytes) => {
      const { encoding } = await weighed(bytes)
      expect(typeof (await textOf(bytes, encoding))).toBe('string')
    }),
  )
})

test.each<[Encoding, string]>([
  ['ibm437', 'Çüéâäàåçêë ¢£¥₧ƒ ░▒▓ αßΓπ ≡±≥≤ √ⁿ²■'],
  ['ibm850', 'Çüéâäàåçêë ø£Ø×ƒ ░▒▓ ÁÂÀ© ãÃ ÓßÔÒõÕ ¹³²■'],
])('%s is what DOS showed', async (encoding, shown) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  const all = await textOf(bytes, encoding)
  expect(all).toHaveLength(256)
  expect(all.slice(0, 128)).toBe(bytes.toString('latin1', 0, 128))
  for (const part of shown.split(' ')) expect(all).toContain(part)
})
