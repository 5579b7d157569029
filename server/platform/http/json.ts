import { Refusal } from '../refusal.ts'
import { refuseJson } from './json-faults.rules.ts'
import { oddNumbers } from './odd-numbers.rules.ts'
import { keepNumbers, markNumbers } from './sent-numbers.rules.ts'

const MAX_DEPTH = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a request body, and refuses what JSON allows but a record must not contain: nesting beyond 32,
 * members called `__proto__`, NUL characters, lone surrogates, bytes that are not UTF-8. `withSentNumbers`
 * gives the numbers of the body as they were written.
 *
 * @throws Refusal invalid_json that says which.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let source: string
  try {
    source = utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid_json', 'not_utf8')
  }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw refuseJson(source, MAX_DEPTH)
  }
  // Raw NUL and surrogates cannot pass the decoder and JSON.parse; only escapes can bring them.
  check(value, 1, source.includes('\\u'))
  const odd = oddNumbers(bytes)
  if (odd.length > 0) {
    // One character for each byte, since that is what is counted.
    const marked = markNumbers(Buffer.from(bytes).toString('latin1'), odd)
    keepNumbers(value, JSON.parse(utf8.decode(Buffer.from(marked, 'latin1'))))
  }
  return value
}

function check(value: unknown, depth: number, escapes: boolean): void {
  if (typeof value === 'string') {
    if (escapes) checkText(value)
  } else if (typeof value === 'object' && value !== null) {
    if (depth > MAX_DEPTH) {
      throw new Refusal('invalid_json', 'too_deep', { most: MAX_DEPTH })
    }
    if (Array.isArray(value)) {
      for (const item of value) check(item, depth + 1, escapes)
      return
    }
    for (const name in value) {
      if (name === '__proto__') {
        throw new Refusal('invalid_json', 'member_name', { name })
      }
      if (escapes) checkText(name)
      check((value as Record<string, unknown>)[name], depth + 1, escapes)
    }
  }
}

function checkText(text: string): void {
  if (text.includes('\0')) {
    throw new Refusal('invalid_json', 'nul_character')
  }
  if (!text.isWellFormed()) {
    throw new Refusal('invalid_json', 'half_character')
  }
}
