import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attribute,
  messageProperties,
  packedFile,
  packedMessage,
  packedRtf,
  properties,
  tnef,
} from '../../../tests/support/inputs/tnef.ts'
import { isTnef, openTnef } from './tnef.rules.ts'

const bytes = Buffer.from('%PDF-1.7')
const names = (packed: Buffer) => openTnef(packed).files.map(({ name }) => name)

test('files have their long names, their types and their Content-IDs', () => {
  const { files, isDamaged } = openTnef(
    tnef(
      packedFile(
        'OFFER~1.PDF',
        bytes,
        { id: 0x3707, text: 'Ängebot.pdf' },
        { id: 0x8001, several: ['a', 'bc'] },
        { id: 0x370e, text: 'application/pdf' },
        { id: 0x3712, text: '<logo@x>' },
      ),
      packedFile('caf\xe9.txt', bytes),
      packedFile('', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    ),
  )
  expect(isDamaged).toBe(false)
  expect(files.map(({ name, type, cid }) => [name, type, cid])).toEqual([
    ['Ängebot.pdf', 'application/pdf', 'logo@x'],
    ['café.txt', 'application/octet-stream', null],
    [undefined, 'image/png', null],
  ])
  expect(files[0]!.bytes).toEqual(bytes)
})

test('the body is its HTML, or else its RTF, or else its text', () => {
  const html = { id: 0x1013, binary: Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1') }
  const rtf = { id: 0x1009, binary: packedRtf('{\\rtf1 Rich}') }
  const text = { id: 0x1000, text: 'Plain' }
  const bodyOf = (...list: Parameters<typeof messageProperties>) =>
    openTnef(tnef(messageProperties(...list))).body
  expect(bodyOf(text, rtf, html)).toEqual({ kind: 'html', content: '<p>Grüße</p>' })
  const utf8 = { id: 0x1013, binary: Buffer.from('<p>Grüße</p>') }
  expect(bodyOf(utf8, { id: 0x3fde, long: 65001 })).toMatchObject({ content: '<p>Grüße</p>' })
  expect(bodyOf(text, rtf)).toEqual({ kind: 'text', content: 'Rich' })
  expect(bodyOf(text)).toEqual({ kind: 'text', content: 'Plain' })
  const old = attribute(1, 0x0002800c, Buffer.from('Old\0'))
  expect(openTnef(tnef(old)).body).toEqual({ kind: 'text', content: 'Old' })
  expect(openTnef(tnef()).body).toBe(undefined)
})

test('a message within the message is its words and its files, a few levels deep', () => {
  const within = (level: number): Buffer =>
    tnef(
      messageProperties(
        { id: 0x0037, text: `Level ${level}` },
        { id: 0x1000, text: `Words ${level}` },
      ),
      packedFile(`${level}.pdf`, bytes),
      ...(level < 6 ? [packedMessage('inner', within(level + 1))] : []),
    )
  const { files, isDamaged } = openTnef(within(0))
  expect(files.map(({ name }) => name)).toEqual([
    '0.pdf',
    'Level 1.txt',
    '1.pdf',
    'Level 2.txt',
    '2.pdf',
    'Level 3.txt',
    '3.pdf',
  ])
  expect(files[1]!.bytes.toString()).toBe('Words 1')
  expect(isDamaged).toBe(true)
})

test('what comes before damage is kept, and the damage is told', () => {
  const whole = tnef(packedFile('a.pdf', bytes), packedFile('b.pdf', bytes))
  const cut = openTnef(whole.subarray(0, whole.length - 60))
  expect([cut.files.map(({ name }) => name), cut.isDamaged]).toEqual([['a.pdf'], true])
  const huge = attribute(2, 0x0006800f, bytes)
  huge.writeUInt32LE(0xffffffff, 5)
  expect(openTnef(tnef(packedFile('a.pdf', bytes), huge))).toMatchObject({ isDamaged: true })
  const many = properties([])
  many.writeUInt32LE(0xffffffff)
  const odd = tnef(attribute(1, 0x00069003, many), packedFile('a.pdf', bytes))
  expect([names(odd), openTnef(odd).isDamaged]).toEqual([['a.pdf'], true])
  const short = tnef(messageProperties({ id: 0x1013, binary: bytes }, { id: 0x3fde, text: '' }))
  expect(openTnef(short).body).toBeDefined()
  expect(names(tnef(...Array.from({ length: 60 }, () => packedFile('a', bytes)))).length).toBe(50)
})

test('all packed bodies together have a limit', () => {
  const message = tnef(messageProperties({ id: 0x1009, binary: flood(4 * 1024 * 1024) }))
  const packed = tnef(...Array.from({ length: 20 }, () => packedMessage('x', message)))
  const made = openTnef(packed).files.reduce((sum, file) => sum + file.bytes.length, 0)
  expect(made).toBe(4 * 1024 * 1024)
})

/** RTF of this size in a ninth of the bytes: each reference repeats the most, letters of the dictionary's start. */
function flood(size: number): Buffer {
  const letters = 94
  const out: Buffer[] = [packedRtf('', size).subarray(0, 8), Buffer.from('4c5a467500000000', 'hex')]
  for (let made = 0, writes = 207; made < size; ) {
    const run = [0xff]
    for (let bit = 0; bit < 8; bit++, made += 17, writes = (writes + 17) % 4096) {
      const from = writes === letters ? letters + 1 : letters // the place that is written to would be the end
      run.push(from >> 4, ((from & 0xf) << 4) | 0xf)
    }
    out.push(Buffer.from(run))
  }
  return Buffer.concat(out)
}

test('whatever the bytes are, opening ends, and makes no more than it was given', () => {
  const file = fc
    .tuple(fc.string(), fc.uint8Array(), fc.string({ unit: 'binary' }))
    .map(([title, content, name]) =>
      packedFile(title, Buffer.from(content), { id: 0x3707, text: name }),
    )
  const valid = fc.array(file, { maxLength: 4 }).map((files) => tnef(...files))
  const nested = valid.map((inner) =>
    tnef(messageProperties({ id: 0x1000, text: 'x' }), packedMessage('m', inner)),
  )
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 })
  const broken = fc.tuple(fc.oneof(valid, nested), changes, fc.nat(20)).map(([whole, at, cut]) => {
    const out = Buffer.from(whole)
    for (const [place, byte] of at) if (out.length > 6) out[6 + (place % (out.length - 6))] = byte
    return out.subarray(0, Math.max(6, out.length - cut))
  })
  const noise = fc.uint8Array({ maxLength: 300 }).map((any) => tnef(Buffer.from(any)))
  fc.assert(
    fc.property(fc.oneof(broken, noise), (packed) => {
      expect(isTnef(packed)).toBe(true)
      const { files } = openTnef(packed)
      const made = files.reduce((sum, one) => sum + one.bytes.length, 0)
      expect(files.length).toBeLessThanOrEqual(50)
      expect(made).toBeLessThanOrEqual(3 * packed.length)
    }),
    { numRuns: 1_000 },
  )
  fc.assert(
    fc.property(valid, (packed) => {
      expect(openTnef(packed).isDamaged).toBe(false)
    }),
  )
})
