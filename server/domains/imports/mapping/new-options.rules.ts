import { why } from '../../../../contract/refusals/reasons.ts'
import { hasOptions } from '../../../../shared/column-types.ts'
import { invalid } from '../../../platform/refusal.ts'
import { folded } from '../../records/cells/words.ts'
import type { AddedOptions } from '../../records/columns/new-options.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import { columnNamed } from './mapping.rules.ts'

/**
 * The options that an import adds to columns that are there already.
 *
 * @throws Refusal invalid_request, unknown_column, column_locked.
 */
export function newOptionsIn(view: DefinitionView, text: string | undefined): AddedOptions[] {
  const sent = text === undefined ? {} : parsedJson(text)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid('body.newOptions', why('new_options_not_json', {}))
  }
  return Object.entries(sent).map(([ref, labels]: [string, unknown]) => {
    const path = `body.newOptions.${ref.slice(0, 100)}`
    const { id, key, type } = columnNamed(view, ref, path)
    if (!hasOptions(type)) {
      throw invalid(path, why('value_map_without_options', { column: key }))
    }
    const isList = Array.isArray(labels) && labels.every((label) => typeof label === 'string')
    if (!isList) throw invalid('body.newOptions', why('new_options_not_json', {}))
    // No text in the database can have this character.
    if (labels.some((label) => label.includes('\0'))) throw invalid(path, why('nul_character', {}))
    const trimmed = labels.map((label) => label.trim())
    const byFolded = Map.groupBy(trimmed, folded)
    return { columnId: id, labels: [...byFolded.values()].map(([first]) => first!), path }
  })
}
