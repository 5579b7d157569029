import { expect, test } from 'vitest'
import { sampleIn } from '../../../../server/domains/ingest/guide-samples.rules.ts'
import type { Definition, Guide } from '../developer.rules.ts'
import { languages, snippetIn } from './snippets.rules.ts'

const endpoint = 'https://internal.example/v1/ingest/rows'
const body = { cells: { name: 'Acme' } }
const column = (key: string, more: object = {}) => ({
  ...{ key, name: key, type: 'text', required: false, readOnly: false, settings: {} },
  ...more,
})
const definition = {
  name: 'Leads <new>',
  columns: [
    column('note'),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => column(`extra_${n}`)),
    column('business', { name: 'Name & "address"', required: true }),
    column('stage', { type: 'select', settings: { options: [{ label: 'New' }] } }),
    column('owner', { type: 'person' }),
    column('made', { readOnly: true, required: true }),
  ],
} as unknown as Definition
const guide = {
  endpoint,
  samples: [{ title: 'One row', body, ...sampleIn(endpoint, body) }],
  columns: definition.columns.map(({ key, readOnly }) => ({ column: key, writable: !readOnly })),
} as unknown as Guide
const filling = { definition, guide, origin: 'https://records.example', key: 'sbk_secret$&' }

test.each(languages)('%s is filled in with the key and where the service is', (language) => {
  const code = snippetIn(language, filling, 0)
  expect(code).toContain('Bearer sbk_secret$&')
  expect(code).toContain('https://records.example/v1/ingest/rows')
  expect(code).not.toMatch(/internal\.example|SOURCEBOOK_KEY|environ/)
})

test('a form asks for what is required, and for no more than eight things', () => {
  const form = snippetIn('html', filling, 0)
  const names = [...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name)
  expect(names).toHaveLength(8)
  expect(names).toContain('business')
  expect(names).not.toContain('owner')
  expect(names).not.toContain('made')
  expect(form).toContain('<input name="business" required>')
})

test('what a column is called does not become markup', () => {
  const form = snippetIn('html', filling, 0)
  expect(form).toContain('<title>Leads &lt;new&gt;</title>')
  expect(form).toContain('Name &amp; &quot;address&quot;')
})
