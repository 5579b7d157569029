import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventVerbs } from '../domains/events/event-types.ts'

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** The types that the table of a page tells of: written out, or as a noun with its verbs in the next cell. */
function documented(text: string): string[] {
  const [, table] = text.split('| Type | When |')
  const lines = table!.split('\n\n')[0]!.split('\n').slice(2)
  return lines.flatMap((line) => {
    const [, types = '', when = ''] = line.split('|')
    return codes(types).flatMap((type) =>
      type.endsWith('.…') ? codes(when).map((verb) => type.replace('…', verb)) : [type],
    )
  })
}

// Nothing else can be appended: NewEvent takes no other type.
const all = Object.entries(eventVerbs).flatMap(([noun, verbs]) =>
  verbs.map((verb) => `${noun}.${verb}`),
)

test('docs/events.md tells of every type of event, and of no other', () => {
  expect(documented(page).sort()).toEqual(all.sort())
})

test('a type that is left out would be found', () => {
  expect(documented(page.replace('`uncertain`', ''))).not.toContain('message.uncertain')
})
