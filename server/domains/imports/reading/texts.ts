import { isUtf8 } from 'node:buffer'
import type { Encoding } from '../../../../shared/table-files.ts'
import { DOS, mendedUtf8, wholeLength } from './encodings.rules.ts'

/** The text of a file, piece by piece. Nothing is an error: what means nothing is U+FFFD. */
export async function* textsOf(
  source: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string, void, void> {
  if (encoding === 'utf-8') {
    for await (const { bytes, isCut } of wholeCharacters(source)) {
      yield isCut ? '\ufffd' : isUtf8(bytes) ? bytes.toString('utf8') : mendedUtf8(bytes)
    }
  } else if (encoding === 'ibm437' || encoding === 'ibm850') {
    const high = DOS[encoding]
    for await (const chunk of source) {
      yield Array.from(chunk, (byte) =>
        byte < 128 ? String.fromCharCode(byte) : high[byte - 128],
      ).join('')
    }
  } else {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  }
}

/** A file in UTF-8 in pieces that do not end within a character. The bytes that are cut off at its end come last. */
export async function* wholeCharacters(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer; isCut: boolean }, void, void> {
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes =
      rest.length > 0
        ? Buffer.concat([rest, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const length = wholeLength(bytes)
    rest = bytes.subarray(length) as typeof rest
    yield { bytes: bytes.subarray(0, length), isCut: false }
  }
  if (rest.length > 0) yield { bytes: rest, isCut: true }
}
