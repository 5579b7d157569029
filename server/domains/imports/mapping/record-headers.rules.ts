import { inputOf, isLink } from '../../../../shared/column-types.ts'
import type {
  Column,
  Definition,
  DefinitionView,
} from '../../records/definitions/definition.rules.ts'
import { namesRows } from '../../records/rows/linked-rows.rules.ts'
import { OWN_ID } from '../../records/rows/own-id-column.rules.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { valuesAt } from './guesses.rules.ts'
import type { LinkChoice } from './link-choices.rules.ts'
import { bareName, isWritable, type Place } from './places.rules.ts'

// What other systems call the ids, the titles and the links of records in the files that they export.

/** Words for the same kind of record in different systems. */
const KINDS = [
  ['company', 'organization', 'organisation', 'account', 'business', 'merchant'],
  ['contact', 'person'],
  ['deal', 'opportunity'],
]
const PEOPLE = 'people'

export const singular = (word: string): string => {
  if (word === PEOPLE) return 'person'
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
const plural = (word: string): string => {
  if (word === 'person') return PEOPLE
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** What records with such a name are called: `Companies` has companies, organizations and accounts. */
function nounsOf(...names: readonly string[]): Set<string> {
  const own = names.map((name) => singular(bareName(name)))
  const same = KINDS.filter((kind) => kind.some((word) => own.includes(word)))
  return new Set([...own, ...same.flat()].filter((word) => word !== ''))
}

export const nounsOfRows = ({ name, key }: Pick<Definition, 'name' | 'key'>) => nounsOf(name, key)

/** Whether a header says that a column has ids: digits there are no phone numbers, and nothing to compute with. */
export const namesIds = (header: string): boolean =>
  /(?:^|[^a-z])ids?$/i.test(header.trim()) || /[a-z]I[dD]s?$/.test(header.trim())

const PLAIN_IDS = ['id', 'recordid', 'objectid', 'uniqueid', 'crmid']

/** Maps the column that identifies the file's records to their own ids, and the one that names them to their title. */
export function placeRecords(
  view: DefinitionView,
  places: readonly Place[],
  samples: readonly FileRecord[],
): void {
  const nouns = [...nounsOfRows(view.definition)]
  const ownId = view.columns.find(({ key, slot }) => key === OWN_ID && slot < 0)
  const ids = new Set([...PLAIN_IDS, ...nouns.map((noun) => `${noun}id`)])
  if (ownId && !places.some(({ column }) => column === ownId)) {
    const at = places.findIndex(
      ({ header, column }, place) =>
        !column && ids.has(bareName(header)) && areDistinct(valuesAt(samples, place)),
    )
    if (at >= 0) Object.assign(places[at]!, { column: ownId, why: 'name' })
  }
  const titles = new Set(['name', 'title', ...nouns.flatMap((noun) => [noun, `${noun}name`])])
  const taken = new Set(places.map(({ column }) => column))
  const title = view.columns.find(
    (column) =>
      inputOf(column.type) === 'line' &&
      column !== ownId &&
      isWritable(view, column) &&
      titles.has(bareName(column.name)),
  )
  if (!title || taken.has(title)) return
  const names = new Set(nouns.flatMap((noun) => [`${noun}name`, `${noun}title`]))
  const named = places.find(({ header, column }) => !column && names.has(bareName(header)))
  if (named) Object.assign(named, { column: title, why: 'name' })
}

const areDistinct = (texts: readonly string[]): boolean =>
  texts.length > 0 && new Set(texts).size === texts.length

/**
 * Maps columns of the file to the link columns that they are about: those with ids first, because a name is not unique.
 *
 * @returns how the ids find rows, by the keys of the columns.
 */
export function placeLinks(
  view: DefinitionView,
  places: readonly Place[],
  samples: readonly FileRecord[],
): Set<Column> {
  const { definition } = view
  const own = [...nounsOfRows(definition)]
  const byId = new Set<Column>()
  const links = view.columns.filter(({ type }) => isLink(type))
  for (const form of ['ids', 'names'] as const) {
    for (const column of links) {
      const { linked, name, key, settings } = column
      const isOwn = settings.definitionId === definition.id
      const nouns = nounsOf(name, key, ...(linked && !isOwn ? [linked.name] : []))
      const words = wordsFor(form, nouns)
      const wanted = places.findIndex(
        ({ header, column: placed }, at) =>
          (!placed || (form === 'ids' && placed === column)) &&
          words.has(stripped(bareName(header), own)) &&
          (form === 'names' || areIds(valuesAt(samples, at))),
      )
      const isThere = places.some(({ column: placed }) => placed === column)
      if (wanted < 0 || (isThere && places[wanted]!.column !== column)) continue
      if (!isWritable(view, column)) continue
      Object.assign(places[wanted]!, { column, why: 'name' })
      if (form === 'ids') byId.add(column)
    }
  }
  return byId
}

const wordsFor = (form: 'ids' | 'names', nouns: ReadonlySet<string>): Set<string> =>
  new Set(
    [...nouns].flatMap((noun) =>
      form === 'ids'
        ? [`${noun}id`, `${noun}ids`, `${plural(noun)}ids`]
        : [noun, plural(noun), `${noun}name`, `${noun}names`],
    ),
  )

/** A header without what it says of the link or of the records that the file is about: `Associated Company IDs`. */
function stripped(name: string, own: readonly string[]): string {
  const bare = name.replace(/^(?:associated|related|primary)/, '')
  const noun = own.find((word) => bare.startsWith(word) && bare.length > word.length + 3)
  return noun ? bare.slice(noun.length) : bare
}

export const areIds = (texts: readonly string[]): boolean => {
  const ids = texts.flatMap((text) => text.split(/[;,]/)).map((text) => text.trim())
  return texts.length > 0 && ids.every((id) => /^[\w.:-]{0,64}$/.test(id))
}

/**
 * How ids in a file find the rows of another board or page. Rows that are missing are made, so the files of another
 * system can come in any order.
 */
export function choiceById(board: DefinitionView | undefined): LinkChoice | undefined {
  if (!board) return undefined
  const ofIds = board.columns.find((column) => namesRows(column) && namesIds(column.name))
  const by = ofIds?.key ?? (board.definition.kind === 'page' ? OWN_ID : undefined)
  if (by === undefined) return undefined
  const lacks = board.definition.columns.some((one) => one.required && one !== ofIds)
  return { by, create: !lacks }
}
