import { why } from '../../../../contract/refusals/reasons.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { CellContext } from '../../records/cells/column.ts'
import {
  type Column,
  type DefinitionView,
  nearestKey,
} from '../../records/definitions/definition.rules.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import { isTyped, kinds, mostFit, tellingKind, valuesAt } from './guesses.rules.ts'
import { placeNames, takesSeveral } from './joined-columns.rules.ts'
import { bareName, isWritable, mappedColumns, type Place } from './places.rules.ts'
import { placeLinks, placeRecords } from './record-headers.rules.ts'

/** Names for the same thing, in lower case, without spaces and marks. */
const SYNONYMS = [
  ['email', 'emailaddress', 'mail', 'mailaddress'],
  ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'cellphone'],
  ['url', 'website', 'web', 'homepage', 'link'],
  ['name', 'fullname'],
  ['company', 'companyname', 'organisation', 'organization', 'business', 'businessname'],
  ['zip', 'zipcode', 'postcode', 'postalcode'],
]
/** Names that mostly mean the same on the lists of brokers and desks. They are proposed, but never mapped unless somebody agrees. */
const LIKELY = [
  ['contact', 'contactperson', 'contactname', 'primarycontact'],
  [
    'company',
    'companyname',
    'business',
    'businessname',
    'merchant',
    'merchantname',
    'legalname',
    'dba',
  ],
  ['email', 'contactemail', 'businessemail', 'emailid'],
  ['phone', 'phoneno', 'businessphone', 'workphone', 'mobilenumber', 'cellnumber', 'contactphone'],
  [
    'amount',
    'amountrequested',
    'requested',
    'requestedamount',
    'fundingamount',
    'loanamount',
    'ask',
  ],
  ['stage', 'status', 'leadstatus', 'dealstage', 'disposition'],
  ['notes', 'note', 'comments', 'comment', 'remarks', 'memo'],
  ['received', 'datereceived', 'submitted', 'datesubmitted', 'submissiondate', 'applicationdate'],
  ['monthlyrevenue', 'revenue', 'monthlysales', 'averagemonthlyrevenue', 'avgmonthlyrevenue'],
  ['monthsinbusiness', 'timeinbusiness', 'tib'],
  ['creditscore', 'credit', 'fico', 'ficoscore'],
  ['industry', 'sector', 'businesstype'],
  ['source', 'leadsource', 'referredby'],
  ['amount', 'fundedamount', 'dealamount', 'dealvalue', 'value'],
  [
    'owner',
    'recordowner',
    'leadowner',
    'contactowner',
    'companyowner',
    'accountowner',
    'dealowner',
    'opportunityowner',
    'assignedto',
    'assignee',
  ],
]

/** Maps headers to the columns that they name, each column once; skips columns that cannot be seen or written. */
export function mapByName(view: DefinitionView, header: readonly string[]): Place[] {
  const places = header.map((name): Place => ({ header: name, column: null, why: 'none' }))
  takeByName(
    view,
    places,
    ({ key, name: own }, name) => bareName(key) === name || bareName(own) === name,
  )
  takeByName(view, places, areIn(SYNONYMS))
  return places
}

type Fits = (column: Column, name: string) => boolean

/** Gives each place that has no column yet the first free one that fits its bare name. */
function takeByName(view: DefinitionView, places: readonly Place[], fits: Fits): void {
  const taken = new Set(places.map(({ column }) => column))
  const free = view.columns.filter((column) => isWritable(view, column) && !taken.has(column))
  for (const place of places) {
    const name = bareName(place.header)
    if (place.column || name === '') continue
    const at = free.findIndex((column) => fits(column, name))
    if (at < 0) continue
    Object.assign(place, { column: free[at], why: 'name' })
    free.splice(at, 1)
  }
}

const areIn =
  (groups: readonly (readonly string[])[]): Fits =>
  ({ key, name: own }, name) =>
    groups.some(
      (words) =>
        words.includes(name) && (words.includes(bareName(key)) || words.includes(bareName(own))),
    )

/** Comparing more columns of a file with columns here would take too long. */
const MOST_PAIRS = 2000

/**
 * Maps by name, then by content, where one remaining column of the file fits one here and no other of its kind, then by
 * names that likely mean the same, and last by names of which one has all words of the other.
 */
export function proposeMapping(
  view: DefinitionView,
  header: readonly string[],
  samples: readonly FileRecord[],
  context: CellContext,
): Place[] {
  const places = mapByName(view, header)
  placeNames(view, places)
  placeRecords(view, places, samples)
  placeLinks(view, places, samples)
  const takeByContent = (
    mayFit: (column: Column, place: Place) => boolean,
    why: 'name' | 'content',
  ): void => {
    const taken = new Set(places.map(({ column }) => column))
    const free = view.columns.filter((column) => isWritable(view, column) && !taken.has(column))
    const open = places.flatMap((place, at) => (place.column ? [] : [{ place, at }]))
    const candidates = open.flatMap(({ place, at }) =>
      free.flatMap((column) => (mayFit(column, place) ? { place, at, column } : [])),
    )
    if (candidates.length > MOST_PAIRS) return
    const texts = new Map<number, string[]>()
    const pairs = candidates.filter(({ at, column }) => {
      if (!texts.has(at)) texts.set(at, valuesAt(samples, at))
      return mostFit(column, texts.get(at)!, context)
    })
    for (const { place, column } of pairs) {
      const rivals = pairs.filter((one) => one.place === place || one.column === column)
      if (rivals.length === 1) Object.assign(place, { column, why })
    }
  }
  for (const kind of kinds) takeByContent(({ type }) => tellingKind(type) === kind, 'content')
  takeByName(view, places, areIn(LIKELY))
  const names = [...view.columns.map(({ name }) => name), ...header]
  const words = new Map(names.map((name) => [name, wordsOf(name)]))
  const areAlike = (name: string, other: string) => shareWords(words.get(name)!, words.get(other)!)
  takeByContent(({ type, name }, place) => isTyped(type) && areAlike(name, place.header), 'name')
  return places
}

const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map(bareName)
    .filter(Boolean)

/** Whether all words of one name are in the other: an annual revenue is a revenue. */
function shareWords(some: readonly string[], others: readonly string[]): boolean {
  const [few, many] = some.length < others.length ? [some, others] : [others, some]
  return few.length > 0 && few.every((word) => many.includes(word))
}

/**
 * The mapping that was sent: an object from headers to columns, or a list of columns by place.
 *
 * @throws Refusal invalid_request, unknown_column (also for a hidden one), column_locked.
 */
export function readMapping(
  view: DefinitionView,
  header: readonly string[],
  text: string,
): Place[] {
  const places = header.map((name): Place => ({ header: name, column: null, why: 'none' }))
  const usedBy = new Map<Column, string>()
  const set = (at: number, ref: unknown, path: string) => {
    if (ref === null || ref === '') return
    if (typeof ref !== 'string') throw invalid(path, why('mapping_not_a_name', {}))
    const column = columnNamed(view, ref)
    const header = places[at]!.header
    const twin = usedBy.get(column)
    if (twin !== undefined && !takesSeveral(column)) {
      const { key } = column
      throw invalid(
        path,
        why('mapping_twice', { header: `"${header}"`, column: key, other: `"${twin}"` }),
      )
    }
    usedBy.set(column, header)
    places[at] = { header, column, why: 'mapping' }
  }
  const sent = parsed(text)
  if (Array.isArray(sent)) {
    if (sent.length > header.length) {
      throw invalid(
        'body.mapping',
        why('mapping_too_long', { count: sent.length, most: header.length }),
      )
    }
    for (const [at, ref] of sent.entries()) set(at, ref, `body.mapping[${at}]`)
    return places
  }
  for (const [name, ref] of Object.entries(sent)) {
    const found = header.flatMap((candidate, at) => (candidate === name.trim() ? [at] : []))
    const path = `body.mapping.${name.slice(0, 100)}`
    if (found.length === 0) throw invalid(path, why('not_a_header', {}))
    if (found.length > 1) {
      throw invalid(path, why('several_headers', {}))
    }
    set(found[0]!, ref, path)
  }
  return places
}

function parsed(text: string): unknown[] | Record<string, unknown> {
  const value = parsedJson(text)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw invalid('body.mapping', why('mapping_not_json', {}))
}

/** @throws Refusal unknown_column, column_locked, invalid_request (computed). */
export function columnNamed(view: DefinitionView, ref: string, path = 'body.mapping'): Column {
  const column = view.find(ref)
  if (!column) throw unknownColumn(view, ref)
  if (column.readOnly) throw invalid(path, why('mapping_to_filled', { column: column.key }))
  if (!view.mayWrite(column)) {
    throw new Refusal('column_locked', 'not_editable', { column: column.key })
  }
  return column
}

function unknownColumn(view: DefinitionView, ref: string): Refusal {
  const column = ref.slice(0, 200)
  const nearest = nearestKey(view, ref)
  return nearest === undefined
    ? new Refusal('unknown_column', 'not_here', { column })
    : new Refusal('unknown_column', 'near_column', { column, nearest })
}

/**
 * Checks what a run needs to start: at least one column is mapped, and so is every column that a new row needs.
 *
 * @throws Refusal invalid_request
 */
export function refuseMapping(
  view: DefinitionView,
  places: readonly Place[],
  matchOn: Column | undefined,
): void {
  const mapped = mappedOf(places)
  if (mapped.size === 0) {
    throw invalid('body.mapping', why('mapping_empty', {}))
  }
  if (matchOn) return
  const missing = view.columns.filter(
    (column) => column.required && isWritable(view, column) && !mapped.has(column),
  )
  if (missing.length === 0) return
  const columns = missing.map(({ key }) => key).join(', ')
  throw invalid('body.mapping', why('mapping_leaves_out', { columns }))
}

/** @throws Refusal unknown_column, column_locked, invalid_request (nothing goes there). */
export function matchColumn(
  view: DefinitionView,
  places: readonly Place[],
  ref: string | undefined,
): Column | undefined {
  if (ref === undefined || ref === '') return undefined
  const column = columnNamed(view, ref)
  if (mappedOf(places).has(column)) return column
  throw invalid('body.matchOn', why('not_mapped', { column: column.key }))
}

const mappedOf = (places: readonly Place[]): Set<Column> => new Set(mappedColumns(places))
