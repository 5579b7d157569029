import { Refusal } from '../refusal.ts'

/** What stands where something else should; `wanted` says what. */
interface Fault {
  at: number
  found: string
  wanted: string
}

/**
 * The refusal of a body that `JSON.parse` does not take. It says where the body is wrong, what is there and what should be
 * there: the messages of `JSON.parse` differ from one Node to the next, and some name no place.
 */
export function refuseJson(source: string, mostLevels: number): Refusal {
  if (source.trim() === '') return new Refusal('invalid_json', 'empty_body')
  const fault = findFault(source, mostLevels)
  if (fault === 'too deep') return new Refusal('invalid_json', 'too_deep', { most: mostLevels })
  if (fault === 'ends') return new Refusal('invalid_json', 'ends_early')
  const { at, found, wanted } = fault
  const before = source.slice(0, at).split('\n')
  const place = { line: before.length, column: before.at(-1)!.length + 1, found }
  return OTHER_QUOTES.test(found)
    ? new Refusal('invalid_json', 'other_quotes', place)
    : new Refusal('invalid_json', 'not_json', { ...place, wanted })
}

const OTHER_QUOTES = /^['‘’“”„«»`´]/

/** What comes next: a name of a member, the colon after it, a value, or what follows a value. */
type State = 'name' | 'colon' | 'value' | 'next'

/** Reads the text from left to right for as long as it is JSON. */
function findFault(source: string, mostLevels: number): Fault | 'too deep' | 'ends' {
  /** The brackets that will close what is open. */
  const open: ('}' | ']')[] = []
  let state: State = 'value'
  /** Whether an object or a list has just begun. */
  let isNew = false
  let at = after(BLANKS, source, 0)!
  while (at < source.length) {
    const char = source[at]!
    let end = at + 1
    if (char === open.at(-1) && (state === 'next' || isNew)) {
      open.pop()
      isNew = false
      state = 'next'
    } else if (state === 'next' && char === ',' && open.length > 0) {
      state = open.at(-1) === '}' ? 'name' : 'value'
    } else if (state === 'colon' && char === ':') {
      state = 'value'
    } else if (state === 'value' && (char === '{' || char === '[')) {
      if (open.push(char === '{' ? '}' : ']') > mostLevels) return 'too deep'
      isNew = true
      state = char === '{' ? 'name' : 'value'
    } else {
      const token = tokenEnd(source, at, state)
      if (token === undefined) {
        return { at, found: foundAt(source, at), wanted: wantedIn(state, open) }
      }
      if (typeof token === 'object') return token
      end = token
      isNew = false
      state = state === 'name' ? 'colon' : 'next'
    }
    at = after(BLANKS, source, end)!
  }
  return 'ends'
}

function wantedIn(state: State, open: readonly string[]): string {
  if (state === 'name') return 'a name in double quotes'
  if (state === 'colon') return 'a colon'
  if (state === 'value') return 'a value'
  return open.length === 0 ? 'the end' : `a comma or ${open.at(-1)}`
}

const BLANKS = /[ \t\n\r]*/y
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.+-])/y
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Where a match that begins at a place ends. */
function after(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}

/** Where the name or the plain value ends that begins at a place, if one does. */
function tokenEnd(source: string, at: number, state: State): number | Fault | undefined {
  if (state !== 'name' && state !== 'value') return undefined
  if (source[at] === '"') return endOfText(source, at)
  return state === 'value' ? after(WORD, source, at) : undefined
}

/** Where a text in double quotes ends. One that never does ends with the body. */
function endOfText(source: string, start: number): number | Fault {
  let at = after(PLAIN, source, start + 1)!
  while (at < source.length && source[at] !== '"') {
    const end = after(ESCAPE, source, at)
    if (end === undefined) {
      return source[at] === '\\'
        ? { at, found: escapeAt(source, at), wanted: 'an escape such as \\n or \\\\' }
        : { at, found: controlAt(source, at), wanted: 'its escape' }
    }
    at = after(PLAIN, source, end)!
  }
  return at + 1
}

const CONTROLS: Record<string, string> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\t': 'a tab',
}

/** A character that cannot be shown. A database takes none of those in a text, such as that of a receipt. */
const controlAt = (source: string, at: number): string =>
  CONTROLS[source[at]!] ?? 'a control character'

function escapeAt(source: string, at: number): string {
  const two = source.slice(at, at + 2)
  return /[\p{C}\p{Cs}]/u.test(two) ? '\\' : two
}

/** How much of a word is shown. */
const MOST_CHARS = 20

/** The word or the character at a place. */
function foundAt(source: string, at: number): string {
  const [word] = /^[\p{L}\p{N}_.+-]+/u.exec(source.slice(at, at + MOST_CHARS)) ?? []
  const char = String.fromCodePoint(source.codePointAt(at)!)
  return word ?? (/\p{C}/u.test(char) ? controlAt(source, at) : char)
}
