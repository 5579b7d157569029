import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { folded } from '../../records/cells/words.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { LinkChoice } from './link-choices.rules.ts'
import { bareName } from './places.rules.ts'
import { areIds, choiceById, nounsOfRows, singular } from './record-headers.rules.ts'

/** A new link column for the ids of other records, and how they find their rows. */
export interface SuggestedLink extends LinkChoice {
  name: string
  definitionKey: string
  multiple: boolean
}

/**
 * The link that a column of the file would be: its header names a page, and its values are ids. `Primary Contact ID` links
 * to the page Contacts, and so does `Primary Contact` if each of its values looks like `CON-1042`.
 *
 * @param pages the pages that the person sees.
 */
export function suggestedLink(
  { definition }: DefinitionView,
  header: string,
  texts: readonly string[],
  pages: readonly DefinitionView[],
): SuggestedLink | undefined {
  const { nouns, namesIds } = nounsIn(header)
  if (!areIds(texts) || !(namesIds || texts.every(looksLikeId))) return undefined
  const isOther = ({ definition: { id } }: DefinitionView) => id !== definition.id
  // Of two pages with the same name, its own comes first.
  const ownFirst = [...pages.filter((page) => !isOther(page)), ...pages.filter(isOther)]
  const page = pageNamed(nouns, ownFirst, definition.id)
  const choice = choiceById(page)
  if (!page || !choice) return undefined
  const short = header.trim().replace(ID_AT_END, '')
  const isTaken = definition.columns.some(({ name }) => folded(name) === folded(short))
  return {
    name: (isTaken ? header.trim() : short).slice(0, MOST_NAME_CHARS),
    definitionKey: page.definition.key,
    multiple: texts.some((text) => /[;,]/.test(text)),
    by: choice.by,
    // The rows of the same board come from the file itself.
    create: choice.create && isOther(page),
  }
}

const ID_AT_END = /(?:[^a-z0-9]+ids?|(?<=[a-z])I[dD]s?)$/i

/** What a header ends with, from the most words to the last one alone: `Primary Contact ID` names contacts. */
function nounsIn(header: string): { nouns: readonly string[]; namesIds: boolean } {
  const text = header.trim()
  const words = text
    .replace(ID_AT_END, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const nouns = words.map((_, at) => singular(bareName(words.slice(at).join(''))))
  return { nouns, namesIds: ID_AT_END.test(text) }
}

/** With a letter and a digit: neither a name nor a number of anything else. */
const looksLikeId = (text: string): boolean => /[a-z]/i.test(text) && /\d/.test(text)

/**
 * A page with one of these names, or else one for such records. If the whole header names the file's own page, it has the ids
 * of its own rows.
 */
function pageNamed(
  nouns: readonly string[],
  pages: readonly DefinitionView[],
  ownId: string,
): DefinitionView | undefined {
  for (const isExact of [true, false]) {
    for (const [at, noun] of nouns.entries()) {
      const found = pages.find(({ definition }) => {
        const { name, key } = definition
        return isExact
          ? [name, key].some((one) => singular(bareName(one)) === noun)
          : nounsOfRows(definition).has(noun)
      })
      if (found) return found.definition.id === ownId && at === 0 ? undefined : found
    }
  }
  return undefined
}
