import { amountText } from '../../../shared/amounts.ts'
import { type ColumnType, inputOf, isChoice, isMoney } from '../../../shared/column-types.ts'
import { phoneDigits } from '../../../shared/phone-digits.ts'
import { plainText } from '../../../shared/plain-text.ts'
import { recordAt } from './record-at.rules.ts'

export const groups = ['This record', 'Recent', 'Go to', 'Create', 'Records'] as const
export type Group = (typeof groups)[number]

/** Something the palette can do, with the words that find it. */
export interface Findable {
  id: string
  group: Group
  label: string
  /** Beside the label: what kind of thing it is. */
  hint?: string
  /** These words find it too. */
  words?: string
  /** The keys that do the same, one after the other. */
  keys?: readonly string[]
  /** Listed only in a search. */
  onlyFound?: boolean
}

/** The commands that match every typed word, the best first in each group. */
export function foundCommands<C extends Findable>(commands: readonly C[], typed: string): C[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const scored = commands
    .filter(({ onlyFound }) => !onlyFound || words.length > 0)
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score !== null) as { command: C; score: number }[]
  return scored
    .sort((one, other) => placeOf(one.command) - placeOf(other.command) || other.score - one.score)
    .map(({ command }) => command)
}

/** A browser takes long to draw more, and nobody reads them. */
const MOST_LISTED = 100

/** The first ones of each group, in their order. */
export function firstOfGroups<C extends Findable>(commands: readonly C[]): C[] {
  const listed = new Map<Group, number>()
  return commands.filter(({ group }) => {
    const count = (listed.get(group) ?? 0) + 1
    listed.set(group, count)
    return count <= MOST_LISTED
  })
}

const placeOf = ({ group }: Findable) => groups.indexOf(group)

/** `null` if a word does not match. The beginning of the label counts most, the inside of a word least. */
function scoreOf({ label, hint = '', words: more = '' }: Findable, words: string[]): number | null {
  const name = plainText(label)
  const text = plainText(`${name} ${hint} ${more}`)
  let score = 0
  for (const word of words) {
    if (name.startsWith(word)) score += 4
    else if (name.split(/[\s:]+/).some((part) => part.startsWith(word))) score += 3
    else if (text.split(/[\s:]+/).some((part) => part.startsWith(word))) score += 2
    else if (text.includes(word)) score += 1
    else return null
  }
  return score
}

/** The commands without recent pages that are among the found records: each thing is listed once. */
export function withoutRepeats<C extends Findable>(
  commands: readonly C[],
  records: readonly Findable[],
): C[] {
  const found = new Set(records.map(openedBy))
  return commands.filter((one) => one.group !== 'Recent' || !found.has(openedBy(one)))
}

/** What a command opens: a record by its id, wherever it is shown, or else an address. */
const openedBy = ({ to }: Findable & { to?: string }): string | undefined =>
  to && (recordAt(to)?.rowId ?? to)

/** The next or previous place in a list that wraps around. */
export const nextIn = (length: number, at: number, step: 1 | -1): number =>
  length === 0 ? 0 : (at + step + length) % length

/**
 * Where a row contains the text, unless its title does.
 *
 * @param shown writes phone numbers as people read them, and any other text as it is.
 */
export function matchIn(
  cells: Record<string, unknown>,
  columns: readonly { key: string; name: string }[],
  title: string,
  typed: string,
  shown: (text: string) => string,
): string | undefined {
  const text = plainText(typed.trim())
  const digits = phoneDigits(text)
  if (plainText(title).includes(text)) return undefined
  for (const { key, name } of columns) {
    const cell = cells[key]
    for (const value of Array.isArray(cell) ? cell : [cell]) {
      if (typeof value !== 'string') continue
      const isHere = plainText(value).includes(text)
      if (
        isHere ||
        (digits !== undefined && /^\+\d+(?:;ext=\d+)?$/.test(value) && value.includes(digits))
      ) {
        return `${name}: ${around(shown(value), text)}`
      }
    }
  }
  return undefined
}

const MOST_CHARS = 60

/** The part of a long text around the match. */
function around(value: string, text: string): string {
  if (value.length <= MOST_CHARS) return value
  const from = Math.max(0, plainText(value).indexOf(text) - 20)
  const part = value.slice(from, from + MOST_CHARS).trim()
  return `${from > 0 ? '…' : ''}${part}${from + MOST_CHARS < value.length ? '…' : ''}`
}

/** What tells records of the same name apart: a contact, the stage and the amount. */
export function aboutOf(
  cells: Record<string, unknown>,
  columns: readonly {
    key: string
    type: ColumnType
    settings: { currency?: string | undefined }
  }[],
  title: string,
  shown: (text: string) => string,
): string {
  const first = (fits: (column: (typeof columns)[number]) => boolean) => {
    const column = columns.find(({ key, ...one }) => {
      const value = cells[key]
      return fits({ key, ...one }) && value != null && value !== '' && value !== title
    })
    const value = column && cells[column.key]
    if (typeof value === 'number') return amountText(value, column?.settings.currency ?? 'USD')
    return typeof value === 'string' ? shown(value) : undefined
  }
  return [
    first(({ key }) => key === 'contact') ??
      first(({ type }) => inputOf(type) === 'email' || inputOf(type) === 'phone'),
    first(({ type }) => isChoice(type)),
    first(({ type, settings }) => isMoney(type) && settings.currency !== undefined),
  ]
    .filter(Boolean)
    .join(' · ')
}
