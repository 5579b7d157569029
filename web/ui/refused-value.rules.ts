import { fileKinds } from './file-kinds.rules.ts'

/**
 * What a refusal of a cell says to who typed it. The service names the column by its key and tells what to send, for
 * programs: here the column goes by its name, or stands beside it, and people type.
 *
 * @param column its name, where that is not seen beside the words.
 */
export function valueWords(message: string, column?: string): string {
  const words = message
    .replace(KEY, '')
    .replace('; send at most ', '; at most ')
    .replace(/; send /g, '; type ')
    .replace(' as a JSON number', ' in digits alone')
    .replace('the crmUserId, ', 'the ')
    .replace(' or crmUserId', '')
    .replace('a crmUserId, ', '')
    .replace(
      KINDS,
      (_, taken: string) => ` is of no kind that this column takes: ${kindNames(taken)}`,
    )
  const isSentence = /^[a-z]/.test(words)
  if (column === undefined) return isSentence ? words[0]!.toUpperCase() + words.slice(1) : words
  return isSentence ? `${column} ${words}` : `${column}: ${words}`
}

/** `amount_requested: …`, as the service begins what it says of a cell. */
const KEY = /^[a-z0-9]+(?:[_-][a-z0-9]+)*: /

/** ` is text/plain; this column takes image/*`, of a file. */
const KINDS = / is \S+; this column takes (.+)$/

const kindNames = (types: string): string =>
  types
    .split(', ')
    .map((type) => fileKinds.find(({ value }) => value === type)?.label ?? type)
    .join(', ')
