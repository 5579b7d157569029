import { why } from '../../../../contract/refusals/reasons.ts'
import { invalid } from '../../../platform/refusal.ts'
import { parsedJson } from './form-json.rules.ts'

/** A column that a mapping adds, and where the mapping says so. */
export interface MappedColumn {
  /** A place of a list, or a header. */
  at: string
  path: string
  body: unknown
}

/** A new column by its id, and its place in the mapping. */
export interface AddedColumn {
  at: string
  id: string
}

/** Wide files have a thousand columns. More cannot be mapped anyway. */
const MOST_NEW = 1000

/**
 * The columns that a mapping would add: where a name of a column could stand, it has a column to be created.
 *
 * @throws Refusal invalid_request.
 */
export function newColumnsIn(mapping: string | undefined): MappedColumn[] {
  const sent = mapping === undefined ? undefined : parsedJson(mapping)
  if (typeof sent !== 'object' || sent === null) return []
  const found = Object.entries(sent).flatMap(([at, body]) => {
    if (typeof body !== 'object' || body === null) return []
    const path = Array.isArray(sent) ? `body.mapping[${at}]` : `body.mapping.${at.slice(0, 100)}`
    return { at, path, body }
  })
  if (found.length > MOST_NEW) {
    throw invalid('body.mapping', why('mapping_too_long', { count: found.length, most: MOST_NEW }))
  }
  // No text in the database can have this character.
  const broken = found.find(({ body }) => JSON.stringify(body).includes('\\u0000'))
  if (broken) throw invalid(broken.path, why('nul_character', {}))
  return found
}

/** The mapping with the ids of its new columns in their place. */
export function withAdded(mapping: string, added: readonly AddedColumn[]): string {
  const sent = parsedJson(mapping) as Record<string, unknown>
  for (const { at, id } of added) sent[at] = id
  return JSON.stringify(sent)
}
