import { BLANKS, JOINERS, UNSEEN } from './visible-text.ts'

/** What does not decompose into a letter and an accent, but looks like another letter or sign: a few letters, and typographic signs. */
const ALIKE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }
for (const sign of '‘’‛ʼ′') ALIKE[sign] = "'"
for (const sign of '“”„‟″') ALIKE[sign] = '"'
for (const sign of '‐‑‒–—−') ALIKE[sign] = '-'

/** Letters that stand for several. */
const SEVERAL: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Accents, and what nobody sees, as a class of a pattern. */
export const UNHEARD = `[\\u0300-\\u036f${UNSEEN}${JOINERS}]`

const unheard = new RegExp(UNHEARD, 'g')
const blank = new RegExp(`[${BLANKS}]`, 'g')
const alike = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')
const several = new RegExp(`[${Object.keys(SEVERAL).join('')}]`, 'g')

/**
 * A text as searches compare it, like `plain_text` of the database: in lower case, without accents, and with plain letters,
 * signs and blanks.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(unheard, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(blank, ' ')
    .replace(alike, (sign) => ALIKE[sign]!)
    .replace(several, (letter) => SEVERAL[letter]!)
