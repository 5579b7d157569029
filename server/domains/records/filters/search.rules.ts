import type { DefinitionView } from '../definitions/definition.rules.ts'
import { lowered } from './conditions.rules.ts'
import type { Parameters } from './statement.rules.ts'
import { targetOf } from './targets.rules.ts'

/** Separates the texts of two cells, so that no match spans them. Nobody types it. */
const BETWEEN = '\u001f'

/** The SQL that finds a text in the columns that the view shows as text, ignoring case. */
export function searchSql(search: string, view: DefinitionView, parameters: Parameters): string {
  const texts = view.columns.flatMap((column) => {
    const { nature, value, always } = targetOf(column)
    if (always) return []
    if (nature === 'text' || nature === 'choice') return [value]
    return nature === 'choices' ? [listText(value)] : []
  })
  if (texts.length === 0) return 'false'
  const wanted = parameters.add(search.replaceAll(BETWEEN, ' '), 'text')
  const shown = `concat_ws(chr(31), ${texts.join(', ')})`
  return `(strpos(${lowered(shown)}, ${lowered(wanted)}) > 0)`
}

const listText = (list: string): string =>
  `(SELECT string_agg(label, chr(31)) FROM jsonb_array_elements_text(CASE WHEN json_kind(${list}) = 'array' THEN ${list} END) AS labels (label))`
