import type { Preview, Run } from './types.ts'

const SHOWN = 5

/** Which characters of a file are not in its encoding, and where. */
export function oddWords({ count, lines }: NonNullable<Preview['oddCharacters']>): string {
  const [what, read] =
    count === 1
      ? ['1 character is not UTF-8', 'It is']
      : [`${count.toLocaleString()} characters are not UTF-8`, 'They are']
  const shown = lines.slice(0, SHOWN).map((line) => line.toLocaleString())
  const last = shown.pop()
  const where = shown.length > 0 ? `lines ${shown.join(', ')} and ${last}` : `line ${last}`
  const isAll = count === 1 || (lines.length <= SHOWN && count <= lines.length)
  return `${what}, ${isAll ? '' : 'first '}in ${where}. ${read} read as Windows-1252.`
}

/** Which values of a file were not imported since their columns have no header. */
export function ignoredWords(ignored: NonNullable<Run['ignored']>): string {
  const parts = ignored.map(
    ({ header, index, values }) =>
      `${values.toLocaleString()} ${values === 1 ? 'value' : 'values'} in ${header || `column ${index + 1}`}`,
  )
  const more = parts.length - SHOWN
  const shown = parts.slice(0, SHOWN).join(', ')
  return `Not imported, since the file has no header for them: ${shown}${more > 0 ? `, and in ${more.toLocaleString()} more columns` : ''}.`
}
