/** Letters that look like others, but do not decompose into them and an accent; and a letter with two forms. */
const ALIKE: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }

/** A text as searches compare it, like `plain_text` of the database: in lower case and without accents. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[øłđıς]/g, (letter) => ALIKE[letter] ?? letter)
