/** Names that take an article in a sentence. */
const WITH_ARTICLE =
  /^(United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Isle |U\.S\. )|Netherlands$|Republic$|Islands$|Territor(y|ies)$/

/** A country’s name, as in a list. A text that is not a country’s code stays as it is. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code)
    : code

/** A country in a sentence: `US` is `the United States`. A text that is not a country's code stays as it is. */
export function countryInWords(code: string): string {
  const name = countryName(code)
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}
