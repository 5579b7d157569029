import { events, eventTopics, eventTypes } from '../contract/events/events.ts'

/** The text of web/areas/settings/audit/event-words.rules.ts: the words for events on the audit page. */
export function eventWords(): string {
  const names = Object.entries(events).map(([noun, { name }]) => [noun, name])
  const words = eventTypes.map((one) => [one.type, one.words])
  const topics = eventTopics.map((label) => {
    const nouns = eventTypes.filter(({ topic }) => topic === label).map(({ noun }) => `${noun}.*`)
    return { value: [...new Set(nouns)].join(','), label }
  })
  return `// Written by scripts/generate.ts from contract/events/events.ts; not by hand.

/** What events are about, by the noun that their type begins with. */
export const names: Record<string, string> = ${literal(names)}

/** The deed in words, by the type of the event; \`%\` is its object. */
export const words: Record<string, string> = ${literal(words)}

/** What people can filter by, as the types that the feed takes. */
export const topics: readonly { value: string; label: string }[] = ${JSON.stringify(topics)}
`
}

const literal = (entries: string[][]): string => JSON.stringify(Object.fromEntries(entries))
