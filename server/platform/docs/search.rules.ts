// Finds pages by words: in the service, and in the browser for pages that are in a folder.
import { escapeHtml } from '../../../shared/html-text.ts'

/** What can be found: a part of a guide, an operation or a schema. */
export interface Entry {
  title: string
  /** Where it is from: the page's title, or the operation's method and path. */
  label: string
  /** Other names that it is found by, but that are not shown. */
  names?: string
  to: string
  text: string
  /** How much it counts beside others; 1 is usual. */
  weight: number
}

/** An entry, with what a search compares: everything in lower case, once for all searches. */
interface Searchable {
  entry: Entry
  title: string
  /** The label and the other names. */
  beside: string
  text: string
  /** What it is called as a whole. */
  names: string[]
}

const MOST_FOUND = 30

/** Entries as `search` takes them. */
export const searchable = (entries: Entry[]): Searchable[] =>
  entries.map((entry) => {
    const [title, label, names, text] = [
      entry.title,
      entry.label,
      entry.names ?? '',
      entry.text,
    ].map((part) => part.toLowerCase()) as [string, string, string, string]
    return {
      entry,
      title,
      beside: `${label} ${names}`,
      text,
      names: [title, label, ...names.split(' ')],
    }
  })

/** What has all words somewhere, best first. If nothing has, what has most of them. */
export function search(entries: Searchable[], query: string): Entry[] {
  const asked = wordsOf(query)
  if (asked.length === 0) return []
  const telling = asked.filter((word) => !FILLERS.has(word))
  const words = (telling.length > 0 ? telling : asked).map(formsOf)
  const scored = entries.map((one) => ({ one, scores: scoresOf(one, words) }))
  // A word that few have says more.
  const rarities = words.map((_, nth) => {
    const having = scored.filter(({ scores }) => scores[nth]! > 0).length
    return Math.log(1 + entries.length / (1 + having))
  })
  const whole = query.trim().toLowerCase()
  const phrase = words.length > 1 ? asked.join(' ') : undefined
  const found = scored.map(({ one, scores }) => ({
    entry: one.entry,
    has: scores.filter((score) => score > 0).length,
    score:
      one.entry.weight *
      scores.reduce((sum, score, nth) => sum + score * rarities[nth]!, bonusOf(one, whole, phrase)),
  }))
  const most = Math.max(1, ...found.map(({ has }) => has))
  return found
    .filter(({ has }) => has === most)
    .sort((one, two) => two.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ entry }) => entry)
}

/** What a search found, as HTML. */
export function foundContent(found: Entry[], query: string): string {
  if (query.trim() === '') return '<h1>Search</h1>\n<p>Type what you are looking for above.</p>'
  const words = wordsOf(query).flatMap(formsOf)
  const items = found.map(
    ({ title, label, to, text }) =>
      `<li><a href="${escapeHtml(to)}">${escapeHtml(title)}</a> <span class="route">${escapeHtml(label)}</span><p>${excerptOf(text, words)}</p></li>`,
  )
  return `<h1>Search: ${escapeHtml(query)}</h1>
${items.length === 0 ? '<p>Nothing has these words.</p>' : `<ul class="found">${items.join('\n')}</ul>`}`
}

/** The words of a query, as many as are read: each takes its time. */
const wordsOf = (query: string): string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)

const MOST_WORDS = 8

/** Words that say nothing about what is looked for. */
const FILLERS = new Set(
  'a an and are can do does for from how i in is it my of on or the to what when where with'.split(
    ' ',
  ),
)

/** What people say for what the docs call otherwise. */
const OTHER_WORDS: Record<string, string[]> = {
  attachment: ['file'],
  audit: ['history', 'chain'],
  cors: ['origin'],
  dedup: ['unique', 'twice'],
  dry: ['dryrun'],
  duplicat: ['unique', 'twice'],
  field: ['column'],
  hidden: ['policy', 'policies'],
  hmac: ['signature', 'signed'],
  https: ['proxy', 'tls'],
  pagination: ['cursor', 'page by page'],
  permission: ['policy', 'policies', 'role', 'scope'],
  retry: ['retries'],
  sms: ['text', 'twilio'],
  sse: ['server-sent'],
  ssl: ['proxy', 'tls'],
  table: ['board'],
  tenant: ['workspace'],
  throttl: ['rate', 'limit'],
  user: ['person', 'people', 'seat'],
}

/** The beginnings of words that count as a word. */
function formsOf(word: string): string[] {
  const stem = /^(\w{4,}?)(?:ies|es|s|ing|ed|e)$/.exec(word)?.[1] ?? word
  return [stem, ...(OTHER_WORDS[word] ?? OTHER_WORDS[stem] ?? [])]
}

/** How much an entry is about each word; 0 if it has not got it. */
function scoresOf({ title, beside, text }: Searchable, words: string[][]): number[] {
  return words.map((forms) =>
    forms.reduce((sum, form, nth) => {
      const inText = countOf(text, form)
      const score =
        (countOf(title, form) > 0 ? 10 : 0) +
        (countOf(beside, form) > 0 ? 4 : 0) +
        // A short text that has the word often is more about it than a long one.
        (4 * inText) / (inText + 1 + text.length / 2000)
      return sum + (nth === 0 ? score : score / 2)
    }, 0),
  )
}

/** What an entry gets for having the words as they were asked for. */
function bonusOf({ title, text, names }: Searchable, whole: string, phrase?: string): number {
  const has = (part: string) => phrase !== undefined && countOf(part, phrase) > 0
  return (names.includes(whole) ? 50 : 0) + (has(title) ? 20 : 0) + (has(text) ? 10 : 0)
}

/** How often a text has words that begin so. */
function countOf(text: string, beginning: string): number {
  let count = 0
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (isStart(text, at)) count += 1
  }
  return count
}

const isStart = (text: string, at: number): boolean =>
  !/[\p{L}\p{N}]/u.test(text[at]!) || at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)

/** How many characters of a text are shown, and how many of them stand before the first word that was found. */
const EXCERPT = 220
const BEFORE = 60

/** The text around the first word, with what was found marked. */
function excerptOf(text: string, words: string[]): string {
  const lower = text.toLowerCase()
  const places = words.flatMap((word) => {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      if (isStart(lower, at)) return [at]
    }
    return []
  })
  const first = places.length > 0 ? Math.min(...places) : 0
  const from = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const piece = text.slice(from, from + EXCERPT)
  const shown = piece.length < EXCERPT ? piece : piece.slice(0, piece.lastIndexOf(' '))
  const marked = shown
    .split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/u)
    .map((part) =>
      words.some((word) => part.toLowerCase().startsWith(word))
        ? `<mark>${escapeHtml(part)}</mark>`
        : escapeHtml(part),
    )
  return `${from > 0 ? '… ' : ''}${marked.join('')}${from + shown.length < text.length ? ' …' : ''}`
}
