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
