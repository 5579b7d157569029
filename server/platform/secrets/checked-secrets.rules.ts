import { crc32 } from 'node:zlib'

/**
 * The form of a secret that programs send: a prefix, 30 random base62 characters (178 bits), and 6 of a CRC-32 over
 * everything before them, so that a mistyped or truncated one is noticed without a query and scanners can recognise a
 * leaked one.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM = 30
const CHECKSUM = 6

/** @param draw gives a random number from 0 to below its argument. */
export function checkedSecret(prefix: string, draw: (below: number) => number): string {
  let secret = prefix
  for (let i = 0; i < RANDOM; i++) secret += ALPHABET[draw(ALPHABET.length)]
  return secret + checksum(secret)
}

/** Whether a text has one of the prefixes and the form of a secret, and its checksum fits. */
export function isCheckedSecret(text: string, prefixes: readonly string[]): boolean {
  const prefix = prefixes.find((one) => text.startsWith(one))
  return (
    prefix !== undefined &&
    /^[0-9A-Za-z]{36}$/.test(text.slice(prefix.length)) &&
    text.slice(-CHECKSUM) === checksum(text.slice(0, -CHECKSUM))
  )
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM; i++) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
