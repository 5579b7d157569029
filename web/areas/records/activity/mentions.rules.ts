/** Somebody who can be mentioned. */
export interface Mentionable {
  id: number
  name: string
}

/** Where somebody is typing a mention: from its @ on, with the letters after it. */
export interface Typing {
  from: number
  letters: string
}

/** A mention begins a word. Names have spaces, so it ends only where nobody has such a name. */
const TYPING = /(?:^|[\s(])@([^\s@][^@\n]{0,60})?$/u

/** The mention that ends at the caret, if there is one. */
export function mentionAt(text: string, caret: number): Typing | null {
  const found = TYPING.exec(text.slice(0, caret))
  if (!found) return null
  const letters = found[1] ?? ''
  return { from: caret - letters.length - 1, letters }
}

const MOST_SHOWN = 8

/** The people whose name, or a word of it, begins with the letters. */
export function peopleFor(people: readonly Mentionable[], letters: string): Mentionable[] {
  const wanted = letters.toLowerCase()
  return people
    .filter(({ name }) => {
      const whole = name.toLowerCase()
      return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted))
    })
    .slice(0, MOST_SHOWN)
}

/** The text with the mention in place of what was typed, and the place after it. */
export function withMention(
  text: string,
  { from, letters }: Typing,
  name: string,
): { text: string; caret: number } {
  const mention = `@${name} `
  const rest = text.slice(from + 1 + letters.length).replace(/^ /, '')
  return { text: text.slice(0, from) + mention + rest, caret: from + mention.length }
}

/** A piece of a text; with an id if it is a mention. */
export interface Part {
  text: string
  id?: number
}

/** The text in pieces, with the mentions of these people. Together they are the text. */
export function partsOf(text: string, people: readonly Mentionable[]): Part[] {
  // The longer name first: Ann Lee is not Ann.
  const known = people
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const found = isWordStart(text, at) && known.find(({ name }) => isNamed(text, at, name))
    if (!found) {
      plain += text[at++]
      continue
    }
    if (plain !== '') parts.push({ text: plain })
    plain = ''
    const end = at + 1 + found.name.length
    parts.push({ text: text.slice(at, end), id: found.id })
    at = end
  }
  if (plain !== '') parts.push({ text: plain })
  return parts
}

const isWordStart = (text: string, at: number): boolean =>
  text[at] === '@' && (at === 0 || /[\s(]/.test(text[at - 1]!))

const isNamed = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at + 1) && !/[\p{L}\p{N}_]/u.test(text[at + 1 + name.length] ?? '')

/**
 * The people whom a text mentions.
 *
 * @param chosen those who were chosen, which decides between people of the same name.
 */
export function mentionedIn(
  text: string,
  people: readonly Mentionable[],
  chosen: readonly number[],
): number[] {
  const first = people.toSorted(
    (one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)),
  )
  return [...new Set(partsOf(text, first).flatMap(({ id }) => (id === undefined ? [] : [id])))]
}

/** What somebody typed after an @ without choosing from the list. */
const TYPED_NAME = /^[\p{L}][\p{L}\p{N}_'’-]*/u

/**
 * A text in which a typed name mentions whoever it can only mean: `@omar` becomes `@Omar Haddad` if there is one Omar.
 *
 * @returns `open` are the names that could be several people's, or nobody's.
 */
export function withTypedMentions(
  text: string,
  people: readonly Mentionable[],
): { text: string; open: string[] } {
  const open: string[] = []
  const resolved = partsOf(text, people).map((part) => {
    if (part.id !== undefined) return part.text
    return part.text.replace(/@[^@]*/g, (piece, at: number) => {
      const name = isWordStart(part.text, at) && TYPED_NAME.exec(piece.slice(1))?.[0]
      if (!name) return piece
      const after = piece.slice(1).toLowerCase()
      const whole = people.filter(
        (one) => one.name && isNamed(`@${after}`, 0, one.name.toLowerCase()),
      )
      const named = (one: Mentionable) =>
        one.name.toLowerCase().split(/\s+/).includes(name.toLowerCase())
      const [found, ...others] = whole.length > 0 ? whole : people.filter(named)
      if (!found || others.length > 0) {
        open.push(`@${name}`)
        return piece
      }
      const typed = whole.length > 0 ? found.name.length : name.length
      return `@${found.name}${piece.slice(1 + typed)}`
    })
  })
  return { text: resolved.join(''), open }
}
