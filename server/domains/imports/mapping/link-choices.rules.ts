import { why } from '../../../../contract/refusals/reasons.ts'
import { isLink } from '../../../../shared/column-types.ts'
import { invalid } from '../../../platform/refusal.ts'
import { named } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { namesRows } from '../../records/rows/linked-rows.rules.ts'
import { OWN_ID } from '../../records/rows/own-id-column.rules.ts'
import { parsedJson } from './form-json.rules.ts'

/** How the values of a link column find rows. */
export interface LinkChoice {
  /** `external_id`, or the id of a unique column of the linked board. */
  by: string
  /** Whether a value without a row makes one. */
  create: boolean
}

/**
 * Reads how the values of link columns find rows.
 *
 * @param columnOf finds a mapped column by its key, id or name, or throws.
 * @param boards the linked boards as the person sees them, by id.
 * @returns by the ids of columns.
 * @throws Refusal invalid_request, and what `columnOf` throws.
 */
export function readLinks(
  text: string | undefined,
  columnOf: (ref: string, path: string) => Column,
  boards: ReadonlyMap<string, DefinitionView>,
  ownId: string,
): Record<string, LinkChoice> {
  if (text === undefined) return {}
  const sent = parsedJson(text)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid('body.links', why('links_not_json', {}))
  }
  return Object.fromEntries(
    Object.entries(sent).map(([ref, choice]) => {
      const path = `body.links.${ref.slice(0, 100)}`
      const column = columnOf(ref, path)
      const { definitionId } = column.settings
      if (!isLink(column.type) || !definitionId) {
        throw invalid(path, why('not_a_link_column', { column: column.key }))
      }
      const { by, create = false, ...others } = asObject(choice)
      const isWhole = typeof by === 'string' && typeof create === 'boolean'
      if (!isWhole || Object.keys(others).length > 0) {
        throw invalid(path, why('links_not_json', {}))
      }
      if (create && definitionId === ownId) {
        throw invalid(path, why('link_makes_own_rows', { column: column.key }))
      }
      return [column.id, { by: matchedBy(boards.get(definitionId), by, path), create }]
    }),
  )
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function matchedBy(board: DefinitionView | undefined, by: string, path: string): string {
  if (by === OWN_ID && board?.definition.kind === 'page') return OWN_ID
  const column = board?.find(by)
  if (column && namesRows(column)) return column.id
  throw invalid(path, why('no_match_column', { by: named(by) }))
}

/** What separates several values in one: other systems write `a; b` where the values can have commas. */
export const separatorIn = (text: string): ';' | ',' => (text.includes(';') ? ';' : ',')

/** What a value of a file sends to a link column: the rows that it names, in the way that was chosen. */
export function linksSent(
  { settings }: Column,
  { by, create }: LinkChoice,
  text: string,
): object[] {
  const names = settings.multiple === true ? text.split(separatorIn(text)) : [text]
  return names.flatMap((name) => {
    const value = name.trim()
    return value === '' ? [] : { [by]: value, ...(create && { create }) }
  })
}
