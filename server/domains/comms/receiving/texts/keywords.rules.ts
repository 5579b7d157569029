/** What a one-word text asks us to do. */
export type Wish = 'stop' | 'start' | 'help'

const words: Record<string, Wish> = {
  stop: 'stop',
  stopall: 'stop',
  unsubscribe: 'stop',
  cancel: 'stop',
  end: 'stop',
  quit: 'stop',
  optout: 'stop',
  revoke: 'stop',
  start: 'start',
  yes: 'start',
  unstop: 'start',
  help: 'help',
  info: 'help',
}

/** The wish of a text that is just one of the words, in any case, ignoring punctuation and spaces around it. */
export function wishOf(text: string): Wish | undefined {
  const word = text.replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '').toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}
