import type { Field } from './fields.rules.ts'

/** Thrown if an email is beyond the limits. */
export class TooMuch extends Error {}

/** Fields that a header has once. */
const ONCE =
  /^(?:from|to|cc|subject|date|message-id|in-reply-to|references|reply-to|sender|mime-version|content-(?:type|transfer-encoding|disposition|id))$/
/** Others that mail programs and servers write. */
const OFTEN =
  /^(?:x-|content-|list-|arc-|resent-|received|dkim-|authentication-|delivered-to$|return-path$|thread-|user-agent$|importance$|priority$|organization$|auto-submitted$|precedence$|bcc$)/

const FIELD = /^([!-9;-~]+)[ \t]*:/

/**
 * Reads the header of an email or of a part. It ends with an empty line, before what looks like a delimiter, or where
 * something follows that is none: a line that is no field, which is the body's first, or a line of blanks.
 *
 * @param isPart whether it is the header of a part: only the email's own has a subject and the like.
 * @returns its fields, and where the body starts.
 * @throws TooMuch
 */
export function readHead(
  raw: Buffer,
  from: number,
  mostBytes: number,
  isPart: boolean,
): { fields: Field[]; end: number } {
  const fields: Field[] = []
  let sureUntil = from
  for (let at = from; at < raw.length; ) {
    const { line, next } = lineAt(raw, at, from + mostBytes)
    if (line === '') return { fields, end: next }
    if (line.startsWith('--')) return { fields, end: at }
    const isBlank = line.trim() === ''
    const last = fields.at(-1)
    const field = FIELD.exec(line)
    if (field) {
      fields.push({ name: field[1]!.toLowerCase(), value: line.slice(field[0].length).trim() })
    } else if (last && !isBlank && isFolded(line)) {
      last.value += ` ${line.trim()}`
    } else if (at >= sureUntil && !(at === from && /^>?From /.test(line))) {
      const names = new Set(fields.map(({ name }) => name))
      const end = endOfRest(raw, next, { isPart, isBlank, names, mostEnd: from + mostBytes })
      if (end === undefined) return { fields, end: isBlank ? next : at }
      sureUntil = end
    }
    at = next
  }
  return { fields, end: raw.length }
}

const isFolded = (line: string): boolean => /^[ \t]/.test(line)

/** The head as it was read up to an odd line. */
interface SoFar {
  isPart: boolean
  isBlank: boolean
  names: Set<string>
  mostEnd: number
}

/**
 * The end of a header that goes on after an odd line, as some programs write them: what follows are fields that the header
 * does not have yet. Undefined if they could be words of the body.
 */
function endOfRest(
  raw: Buffer,
  from: number,
  { isPart, isBlank, names, mostEnd }: SoFar,
): number | undefined {
  let isHead = false
  for (let at = from; at < raw.length; ) {
    const { line, next } = lineAt(raw, at, mostEnd)
    if (line === '') return isHead || (isBlank && at === from) ? at : undefined
    const name = FIELD.exec(line)?.[1]?.toLowerCase()
    if (line.startsWith('--') || (name === undefined && !isFolded(line))) return undefined
    if (name !== undefined && ONCE.test(name)) {
      if (names.has(name) || (isPart && !name.startsWith('content-'))) return undefined
      names.add(name)
      isHead = true
    } else if (name !== undefined && OFTEN.test(name)) isHead = true
    at = next
  }
  return undefined
}

function lineAt(raw: Buffer, at: number, mostEnd: number): { line: string; next: number } {
  const newline = raw.indexOf(0x0a, at)
  const next = newline === -1 ? raw.length : newline + 1
  if (next > mostEnd) throw new TooMuch()
  return { line: raw.toString('latin1', at, next).replace(/\r?\n$/, ''), next }
}
