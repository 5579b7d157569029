import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedRtf } from '../../../tests/support/inputs/tnef.ts'
import { readRtf, unpackRtf } from './rtf.rules.ts'

const read = (rtf: string) => readRtf(Buffer.from(rtf, 'latin1'))

// The two examples of MS-OXRTFCP.
const SIMPLE =
  '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'
const CROSSING = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0'

test('packed RTF is unpacked, also where a reference crosses what it makes', () => {
  expect(unpackRtf(Buffer.from(SIMPLE, 'hex'), 1_000)?.toString('latin1')).toBe(
    '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
  )
  expect(unpackRtf(Buffer.from(CROSSING, 'hex'), 1_000)?.toString('latin1')).toBe(
    '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
  )
  expect(unpackRtf(packedRtf('{\\rtf1 plain}'), 1_000)?.toString()).toBe('{\\rtf1 plain}')
  expect(unpackRtf(packedRtf('{\\rtf1 plain}'), 6)?.toString()).toBe('{\\rtf1')
  expect(unpackRtf(Buffer.from('no RTF at all, but long'), 1_000)).toBe(undefined)
})

test('HTML that RTF hides is found, without what is only for programs that show RTF', () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}{\colortbl\red0;}
{\*\generator Riched20;}{\*\htmltag19 <html>}{\*\mhtmltag84 <a href="cid:x">}{\*\htmltag84 <a href="https://x.example/\{1\}">}\htmlrtf {\htmlrtf0 Gr\'fc\'dfe \u8364?\htmlrtf }\htmlrtf0 {\*\htmltag92 </a>}{\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 \par {\*\htmltag27 </html>}}`
  expect(read(rtf)).toEqual({
    kind: 'html',
    content: '<html><a href="https://x.example/{1}">Grüße €</a>&lt;\n</html>',
  })
})

test('other RTF is text, with its lines, marks and characters', () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\*\htmltag1 <p>}{\stylesheet x;}\pard One\par Two\tab three\line \'cf\'f0\'e8\'e2\'e5\'f2 \uc1\u-10179?\u-8704? \{x\}\~y{\pict 0102}\emdash}`
  expect(read(rtf)).toEqual({ kind: 'text', content: 'One\nTwo\tthree\nПривет 😀 {x}\u00a0y—' })
})

test('whatever the bytes are, reading ends and makes little', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '\\',
    "\\'",
    "\\'e4",
    '\\par ',
    '\\u8364?',
    '\\uc9999999999 ',
    '\\*',
    '\\htmltag',
    '\\fromhtml1',
    '\\ansicpg99999',
    'text',
    '\xe4',
    '\\htmlrtf',
    '\\bin999 ',
  )
  fc.assert(
    fc.property(fc.array(piece), fc.uint8Array(), (pieces, bytes) => {
      const source = `{\\rtf1 ${pieces.join('')}`
      expect(read(source).content.length).toBeLessThanOrEqual(source.length)
      read(Buffer.from(bytes).toString('latin1'))
    }),
  )
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 500 }),
      fc.integer({ min: 0, max: 0xffffffff }),
      (bytes, size) => {
        const head = packedRtf('', size).subarray(0, 8)
        const packed = Buffer.concat([head, Buffer.from('4c5a467500000000', 'hex'), bytes])
        expect(unpackRtf(packed, 4_000)!.length).toBeLessThanOrEqual(Math.min(4_000, size))
      },
    ),
  )
  const deep = '{'.repeat(500_000)
  expect(read(`{\\rtf1 ${deep}`).content).toBe('')
})
