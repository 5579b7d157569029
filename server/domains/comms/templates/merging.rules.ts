import { escapeHtml } from '../../../platform/markdown.rules.ts'

// Merge fields: `{{column}}`, or `{{column|fallback}}` for an empty cell. The rest of a template is plain text, and
// merged values are not merged again.

/** The form of a text. In HTML, merged values are escaped, and names of columns are unescaped. */
export type Form = 'plain' | 'html'

export interface Field {
  /** The column as the template names it. */
  ref: string
  /** The fallback for an empty cell, in the form of the text; null without one. */
  standIn: string | null
}

type Part = string | Field

const FIELD = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** Whether every `{{` starts a field with a name. */
export const isWhole = (text: string): boolean =>
  partsOf(text, 'plain').every((part) =>
    typeof part === 'string' ? !part.includes('{{') : part.ref !== '',
  )

export const fieldsIn = (text: string, form: Form): Field[] =>
  partsOf(text, form).filter((part) => typeof part !== 'string')

/**
 * The text with its fields filled; undefined if that is longer than `most` characters.
 *
 * @param words the value of each column; empty if there is none.
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

/** The text for people who cannot see all columns. It leaves out the names of hidden columns. */
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
