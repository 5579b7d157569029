/** More characters than any name has. */
const MOST_CHARS = 80

/**
 * The name that something mistyped comes closest to: the one that takes the fewest characters to be added, left out or changed.
 * @param most how many those may be
 */
export function nearest(
  typed: string,
  names: readonly string[],
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const start = typed.slice(0, MOST_CHARS).toLowerCase()
  let found: string | undefined
  let least = most + 1
  for (const name of names) {
    const distance = distanceOf(start, name.toLowerCase())
    if (distance < least) [found, least] = [name, distance]
  }
  return found
}

/**
 * The nearest name, if it is near enough to be what was meant: at most one character in three is another. Whether words are
 * joined by capitals, `_` or `-` does not count.
 */
export function nearMiss(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > MOST_CHARS) return undefined
  const letters = lettersOf(typed)
  const byLetters = new Map(names.map((name) => [lettersOf(name), name]))
  // Comparing takes much longer than counting.
  const asLong = [...byLetters.keys()].filter(
    (name) => Math.abs(name.length - letters.length) <= mostOther(name),
  )
  const found = nearest(letters, asLong)
  if (found === undefined || distanceOf(letters, found) > mostOther(found)) return undefined
  return byLetters.get(found)
}

/** How many characters of a name can be others. */
const mostOther = ({ length }: string): number => Math.max(1, Math.floor(length / 3))

const lettersOf = (name: string): string => name.replace(/[-_]/g, '').toLowerCase()

/** Levenshtein's distance. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = above[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      row.push(Math.min(change, above[j]! + 1, row[j - 1]! + 1))
    }
    above = row
  }
  return above[other.length]!
}
