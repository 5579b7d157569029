import { inputOf } from '../column-types.ts'
import type { AskedField } from './asked-field.ts'

/** What browsers can fill in, by what a column is called. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/\b(first|given) name\b/, 'given-name'],
  [/\b(last|family) name\b|\bsurname\b/, 'family-name'],
  [/\b(company|business|organi[sz]ation|firm|employer)( legal)?( name)?$|\bdba\b/, 'organization'],
  [/\bjob title\b|\bposition\b/, 'organization-title'],
  [/\b(zip|postal|post) ?code\b|\bzip\b/, 'postal-code'],
  [/\bcity\b|\btown\b/, 'address-level2'],
  [/\bstate\b|\bprovince\b/, 'address-level1'],
  [/\bcountry\b/, 'country-name'],
  [/\bstreet\b|\baddress( line)?( 1)?$/, 'street-address'],
  [/\b(birthday|date of birth|dob)\b/, 'bday'],
  [/^(your |full |contact |owner |applicant )?name$/, 'name'],
]

/** The value of `autocomplete` for a column, so that browsers offer what they know. */
export function autocompleteOf({
  column: { type, key },
  label,
}: Pick<AskedField, 'label'> & { column: Pick<AskedField['column'], 'type' | 'key'> }):
  | string
  | undefined {
  const input = inputOf(type)
  if (input === 'email') return 'email'
  if (input === 'phone') return 'tel'
  if (input === 'url') return 'url'
  if (input !== 'line' && input !== 'lines' && input !== 'day') return undefined
  const texts = [label, key].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const found = byWords.find(([words]) => texts.some((text) => words.test(text)))?.[1]
  if (input === 'day') return found === 'bday' ? found : undefined
  // A line of an address is one line; the whole address takes several.
  if (found === 'street-address' && input === 'line') return 'address-line1'
  return found === 'bday' ? undefined : found
}
