import { readFileSync } from 'node:fs'
import { audiences, eventTopics, eventTypes } from '../contract/events/events.ts'
import { capital } from '../shared/wording.ts'

const page = new URL('../docs/events.md', import.meta.url)
const START = '<!-- Written by scripts/generate.ts from contract/events/events.ts; not by hand. -->'
const END = '<!-- The end of what is written by scripts/generate.ts. -->'

/** The text of docs/events.md. Its list of types comes from the catalogue; the rest of the page is written by hand. */
export function eventsPage(): string {
  const text = readFileSync(page, 'utf8')
  const [start, end] = [text.indexOf(START), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error('docs/events.md has lost its marks')
  return `${text.slice(0, start)}${START}\n\n${eventTopics.map(section).join('\n')}\n${text.slice(end)}`
}

function section(topic: (typeof eventTopics)[number]): string {
  const lines = eventTypes
    .filter((one) => one.topic === topic)
    .map(({ type, name, words, note, data, audience }) => {
      const description = [capital(words.replace('%', name)), note].filter(Boolean).join(' ')
      return `| \`${type}\` | ${description} | ${membersOf(data)} | ${audiences[audience]} |`
    })
  return `### ${topic}

| Type | What happened | \`data\` | Who gets it |
| --- | --- | --- | --- |
${lines.join('\n')}
`
}

/** `definition`, `rows`?, *`key`*: a question mark if it may be missing, italics if only admins get it. */
function membersOf(data: { properties: object; required?: string[] }): string {
  return Object.entries(data.properties)
    .map(([name, schema]) => {
      if ('x-admins-only' in schema) return `*\`${name}\`*`
      return data.required?.includes(name) ? `\`${name}\`` : `\`${name}\`?`
    })
    .join(', ')
}
