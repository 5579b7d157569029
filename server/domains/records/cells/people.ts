import { type CellType, EMPTY, refused, type Sent, stored, unresolved } from './cell-type.ts'
import type { CellColumn, CellContext, Conversion, Person } from './column.ts'
import { folded, named } from './words.ts'

/** No name or address is longer, so longer texts are not looked up. */
const MOST_CHARS = 320

type Index = {
  ids: Set<number>
  /** By email and by name: the one person it means, or `undefined` if it means several. */
  words: Map<string, number | undefined>
}
const indexes = new WeakMap<readonly Person[], Index>()

const wordOf = (text: string) => folded(text.trim().replace(/\s+/g, ' '))

function indexOf(people: readonly Person[]): Index {
  let index = indexes.get(people)
  if (!index) {
    index = { ids: new Set(), words: new Map() }
    for (const { crmUserId, name, email } of people) {
      index.ids.add(crmUserId)
      for (const word of [wordOf(email), wordOf(name)]) {
        const known = index.words.get(word)
        const several = index.words.has(word) && known !== crmUserId
        index.words.set(word, several ? undefined : crmUserId)
      }
    }
    indexes.set(people, index)
  }
  return index
}

// A refusal does not list the seats: somebody with a key does not need to know who works here.
function convert(column: CellColumn, sent: Sent, ctx: CellContext): Conversion {
  const { ids, words } = indexOf(ctx.people)
  const isKept = ctx.unresolved?.get(column.id)?.has(String(sent)) === true
  if (typeof sent === 'number') {
    if (ids.has(sent)) return stored(sent, false)
    if (isKept) return unresolved([sent])
    if (ctx.keepsUnresolved) {
      const isNumber = Number.isSafeInteger(sent) && sent > 0
      return isNumber ? unresolved([sent]) : refused('not_a_person', { sent: named(sent) })
    }
    return refused('unknown_person_id', { sent })
  }
  if (typeof sent !== 'string') {
    return refused('not_a_person', { sent: named(sent) })
  }
  const text = sent.trim()
  if (text === '') return EMPTY
  if (/^\d{1,15}$/.test(text) && ids.has(Number(text))) return stored(Number(text), true)
  const word = text.length <= MOST_CHARS ? wordOf(text) : ''
  const person = words.get(word)
  if (person !== undefined) return stored(person, true)
  if (isKept) return unresolved([sent])
  if (ctx.keepsUnresolved) {
    if (text.length <= MOST_CHARS) return unresolved([text])
    return refused('too_long', { sent: named(text), chars: text.length, most: MOST_CHARS })
  }
  return refused(words.has(word) ? 'several_people' : 'unknown_person', { sent: named(text) })
}

export const person: CellType = {
  convert,
  byValue: true,
  accepts: () => 'the crmUserId of a member of the workspace',
  converts: () => 'an email address or a full name, in any case, if exactly one member has it',
  inWords: (value, _column, { people }) => people.get(Number(value)) ?? '',
  example: (_column, ctx) => ctx.people[0]?.crmUserId ?? '',
}
