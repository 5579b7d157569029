/** What a text asks us to do that says nothing else. */
export type Wish = 'stop' | 'start' | 'help'

/** The words that opt out are the ones of 47 CFR 64.1200(a)(10), and what providers take besides. */
const words = new Map<string, Wish>(
  Object.entries({
    stop: 'stop',
    stopall: 'stop',
    'stop all': 'stop',
    unsubscribe: 'stop',
    cancel: 'stop',
    end: 'stop',
    quit: 'stop',
    optout: 'stop',
    'opt out': 'stop',
    revoke: 'stop',
    start: 'start',
    yes: 'start',
    unstop: 'start',
    help: 'help',
    info: 'help',
  }),
)

/** What phones write below a text: `Sent from my iPhone`. */
const SIGNATURE =
  /\n\s*(?:--\s|sent (?:from|via|with|using)\b|get \w+ for\b|envoyé d|enviado d|gesendet v|von meinem\b|inviato d|verzonden v).*$/isu

/**
 * The wish of a text that is just one of the words, in any case. Punctuation, spaces, invisible marks and a signature around it
 * do not count. Who opts out may say more below an empty line.
 */
export function wishOf(text: string): Wish | undefined {
  const said = text
    .slice(0, MOST_CHARS)
    .replace(/\p{Cf}/gu, '')
    .trim()
  const wish = words.get(wordOf(said.replace(SIGNATURE, '')))
  const first = words.get(wordOf(said.split(/\n\s*\n/, 1)[0]!))
  return first === 'stop' ? first : wish
}

const MOST_CHARS = 1_600

const wordOf = (text: string): string =>
  text
    .replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '')
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .toLowerCase()
