import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readPassword } from './chosen-password.ts'

const written: string[] = []
const output = { write: (text: string) => written.push(text) }
const piped = (text: string) => readPassword({ input: Readable.from([text]), output })

test('a line that is piped in, whatever ends it', async () => {
  for (const end of ['', '\n', '\r\n', '\nanother line']) {
    expect(await piped(`seven quiet harbors${end}`)).toBe('seven quiet harbors')
  }
  expect(await piped(' with  spaces ')).toBe(' with  spaces ')
  expect(written).toEqual([])
})

test('nothing, or too much, is refused', async () => {
  await expect(piped('')).rejects.toThrow('no password on standard input')
  await expect(piped('\n')).rejects.toThrow('no password on standard input')
  await expect(piped('x'.repeat(5_000))).rejects.toThrow('too long')
})

test('at a terminal it is asked for, and not shown', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const asked = readPassword({ input, output })
  input.write('seven quiet harborz\x7fs\r')
  expect(await asked).toBe('seven quiet harbors')
  expect(written).toEqual(['Password: ', '\n'])
})
