import { isPlainText } from '../../../../shared/column-types.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { ownIdColumn } from '../../records/rows/own-id-column.rules.ts'
import { bareName, isWritable, type Place } from './places.rules.ts'

// Several columns of a file can go to one column of text: `First Name` and `Last Name` to `Name`.

/** Whether the values of several columns of a file can be joined there. */
export const takesSeveral = (column: Column): boolean =>
  isPlainText(column.type) && column !== ownIdColumn

/** The parts of a person's name, in the order in which it is said. */
const PARTS = [
  ['title', 'prefix', 'salutation'],
  ['first', 'firstname', 'given', 'givenname', 'forename', 'fname'],
  ['middle', 'middlename', 'middleinitial', 'mi'],
  ['last', 'lastname', 'surname', 'familyname', 'lname'],
  ['suffix', 'namesuffix'],
]
/** What stands before a part: `Contact First Name`. */
const WHOSE = /^(?:contact|owner|primarycontact|person|customer|client|lead)(?=.)/
const [FIRST, LAST] = [1, 3]

const partOf = (header: string): number => {
  const bare = bareName(header).replace(WHOSE, '')
  return PARTS.findIndex((words) => words.includes(bare))
}

/** Columns that a person's name goes to, the likeliest first. */
const WHOLE = [
  'name',
  'fullname',
  'contactname',
  'contact',
  'contactperson',
  'primarycontact',
  'person',
  'ownername',
]

/** Maps the columns with the parts of a name to the column for the name, if the file has first and last names. */
export function placeNames(view: DefinitionView, places: readonly Place[]): void {
  const parts = places.filter(({ header, column }) => !column && partOf(header) >= 0)
  const has = (part: number) => parts.filter(({ header }) => partOf(header) === part).length === 1
  if (!has(FIRST) || !has(LAST)) return
  const taken = new Set(places.map(({ column }) => column))
  const free = view.columns.filter(
    (column) => takesSeveral(column) && isWritable(view, column) && !taken.has(column),
  )
  const named = (word: string) =>
    free.find(({ key, name }) => bareName(name) === word || bareName(key) === word)
  const column = WHOLE.map(named).find((one) => one !== undefined)
  if (!column) return
  for (const place of parts) Object.assign(place, { column, why: 'name' })
}

/** The places of columns whose values are joined: names as they are said, anything else in the order of the file. */
export function joiningOrder(places: readonly number[], header: readonly string[]): number[] {
  const part = (place: number) => partOf(header[place] ?? '')
  const areNames = places.every((place) => part(place) >= 0)
  return areNames ? places.toSorted((a, b) => part(a) - part(b) || a - b) : [...places]
}
