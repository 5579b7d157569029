import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64 } from './base64.rules.ts'

test.each(['', '\n', '\n\n', '\r\n\r\n', '\n...\n', '\n \n-- \n'])(
  'what has no base64 is nothing: %j',
  (text) => {
    expect(fromBase64(text)).toHaveLength(0)
  },
)

test('whatever lines and words are around base64, it is read, and reading ends', () => {
  const blanks = fc.array(fc.constantFrom('\n', '\r\n', ' ', '\t')).map((all) => all.join(''))
  const words = fc.array(fc.constantFrom('\n', ' ', '...', '- - -', 'Sent by a list.'))
  fc.assert(
    fc.property(fc.uint8Array(), blanks, words, (bytes, before, after) => {
      const lines = Buffer.from(bytes).toString('base64').replace(/.{8}/g, '$&\n')
      const below = after.length > 0 ? `\n${after.join('\n ')}` : ''
      expect(fromBase64(`${before}${lines}${below}`)).toEqual(Buffer.from(bytes))
    }),
  )
})
