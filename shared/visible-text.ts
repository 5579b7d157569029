// What people cannot see in a text: marks that programs put around it, and blanks that look like others. In the form of
// classes of patterns.

/** Format characters: soft hyphens, marks of direction, word joiners, byte order marks, spaces without width. */
export const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb'
/** What looks like a blank. The last ones are an empty Braille pattern and what stands for a missing letter in Hangul. */
export const BLANKS =
  '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2800\\u115f\\u1160\\u3164\\uffa0'
/** Joiners and non-joiners make different letters, and different emoji. */
export const JOINERS = '\\u200c\\u200d'
/** What joiners change: scripts from Hebrew to Mongolian, signs, and emoji. After anything else they say nothing. */
const JOINED =
  '\\u0590-\\u061b\\u061d-\\u17b3\\u17b6-\\u180d\\u180f-\\u1cff\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}'
/** What shows only with something before it: control characters, and what chooses a variant. */
const ALONE = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u180b-\\u180f\\ufe00-\\ufe0f'
/** A pattern for texts with something in them that people see, as requests are checked by. */
export const VISIBLE = `[^\\s${UNSEEN}${BLANKS}${JOINERS}${ALONE}]`

const visible = new RegExp(VISIBLE, 'u')
const plain = /^[ -~]*$/
const unseen = new RegExp(`[${UNSEEN}]|(?<![${JOINED}])[${JOINERS}]`, 'gu')
const blank = new RegExp(`[${BLANKS}]`, 'g')
const atEnds = new RegExp(`[\\s${UNSEEN}${BLANKS}${JOINERS}]`)
const joinsAtEnd = new RegExp(`[${JOINED}][${JOINERS}]$`, 'u')

/** A text without what people cannot see at its ends. Inside, it stays as it is. */
export function trimmed(text: string): string {
  if (isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1))) return text
  if (!visible.test(text)) return ''
  let [start, end] = [0, text.length]
  while (atEnds.test(text[start]!)) start++
  while (atEnds.test(text[end - 1]!) && !joinsAtEnd.test(text.slice(start, end).slice(-3))) end--
  return text.slice(start, end)
}

const isInk = (code: number): boolean => code > 0x20 && code < 0x7f

/** A text without what people cannot see. Blanks of any kind are `' '`; line breaks stay. */
export function cleaned(text: string): string {
  if (plain.test(text)) return text.trim()
  if (!visible.test(text)) return ''
  return text.replace(blank, ' ').replace(unseen, '').trim()
}

/** The form in which texts are equal that look the same. The database has it as `comparable_text`. */
export const comparable = (text: string): string => cleaned(text).normalize('NFC')
