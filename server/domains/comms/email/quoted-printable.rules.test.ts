import { expect, test } from 'vitest'
import { timesAsLong } from '../../../tests/support/machine/cpu-time.ts'
import { readMail } from './mail.ts'
import { unquoted } from './quoted-printable.rules.ts'

test.each([
  ['caf=C3=A9 =3D =e2=82=ac', 'café = €'],
  ['one line=\r\n of two=\n, and=', 'one line of two, and'],
  ['blanks  \t\r\n at=  \r\nthe end\n \t', 'blanks\r\n atthe end\n'],
  ['  at the start \t stay', '  at the start \t stay'],
  ['50=% or =G0 =', '50=% or =G0 '],
  ['raw café', 'raw café'],
  ['', ''],
])('%j is %j', (quoted, text) => {
  expect(unquoted(Buffer.from(quoted)).toString()).toBe(text)
})

test('any bytes come back', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
  const quoted = [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
  expect(unquoted(Buffer.from(quoted))).toEqual(bytes)
})

test('an email takes no longer than it is, whatever its blanks', async () => {
  const head = 'From: ada@bakery.example\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
  const read = async (blanks: number) => {
    const { text } = readMail(Buffer.from(`${head}${' '.repeat(blanks)}.`))
    expect(text).toHaveLength(blanks + 1)
  }
  // Ten times the length took a hundred times as long.
  expect(
    await timesAsLong(
      () => read(80_000),
      () => read(8_000),
    ),
  ).toBeLessThan(40)
})
