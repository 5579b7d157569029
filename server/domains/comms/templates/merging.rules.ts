import { escapeHtml } from '../../../platform/markdown.rules.ts'

// Merge fields: `{{column}}`, or `{{column|fallback}}` for where the record has nothing. Everything else of a
// template is its own text, and nothing that is merged into it is looked at again.

/** How a text is written: what is merged into HTML is escaped, and names in it are read as HTML has them. */
export type Form = 'plain' | 'html'

export interface Field {
  /** The column as the template names it. */
  ref: string
  /** What stands in for an empty cell, in the form of the text; null where nothing does. */
  standIn: string | null
}

type Part = string | Field

const FIELD = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** Whether every `{{` begins a field that names something. */
export const isWhole = (text: string): boolean =>
  partsOf(text, 'plain').every((part) =>
    typeof part === 'string' ? !part.includes('{{') : part.ref !== '',
  )

export const fieldsIn = (text: string, form: Form): Field[] =>
  partsOf(text, form).filter((part) => typeof part !== 'string')

/**
 * The text with its fields filled; undefined where that comes to more than `most` characters.
 *
 * @param words what there is for a column; empty where there is nothing.
 */
export function merged(
  text: string,
  form: Form,
  words: (ref: string) => string,
  most: number,
): string | undefined {
  const filled: string[] = []
  let left = most
  for (const part of partsOf(text, form)) {
    const piece = typeof part === 'string' ? part : inPlaceOf(part, form, words(part.ref))
    left -= piece.length
    if (left < 0) return undefined
    filled.push(piece)
  }
  return filled.join('')
}

/** The text as who does not see all columns may read it: of the others it does not tell the names. */
export const masked = (text: string, form: Form, isSeen: (ref: string) => boolean): string =>
  partsOf(text, form)
    .map((part) => {
      if (typeof part === 'string') return part
      const name = isSeen(part.ref) ? written(part.ref, form) : '?'
      return part.standIn === null ? `{{${name}}}` : `{{${name}|${part.standIn}}}`
    })
    .join('')

function partsOf(text: string, form: Form): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(FIELD)) {
    const [whole, name = '', standIn = null] = match
    parts.push(text.slice(at, match.index), { ref: read(name, form), standIn })
    at = match.index + whole.length
  }
  return [...parts, text.slice(at)]
}

const inPlaceOf = ({ standIn }: Field, form: Form, words: string): string =>
  words === '' ? (standIn ?? '') : written(words, form)

const written = (text: string, form: Form): string => (form === 'html' ? escapeHtml(text) : text)

const read = (name: string, form: Form): string => (form === 'html' ? unescaped(name) : name).trim()

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name]!)
