import { expect, test } from 'vitest'
import { sampleIn } from '../../../../server/domains/ingest/guide/guide-samples.rules.ts'
import type { Definition, Guide } from '../board/developer.rules.ts'
import { languages, snippetIn } from './snippets.rules.ts'

const endpoint = 'https://internal.example/v1/ingest/rows'
const body = { cells: { name: 'Acme' } }
const column = (key: string, more: object = {}) => ({
  key,
  name: key,
  type: 'text',
  required: false,
  readOnly: false,
  settings: {},
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

test.each(languages)('%s is filled in with the key and the service’s address', (language) => {
  const code = snippetIn(language, filling, 0)
  expect(code).toContain('Bearer sbk_secret$&')
  expect(code).toContain('https://records.example/v1/ingest/rows')
  expect(code).not.toMatch(/internal\.example|SOURCEBOOK_KEY|environ/)
})

test('a form has the required fields, and no more than eight', () => {
  const form = snippetIn('html', filling, 0)
  const names = [...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name)
  expect(names).toHaveLength(8)
  expect(names).toContain('business')
  expect(names).not.toContain('owner')
  expect(names).not.toContain('made')
  expect(form).toContain('<input name="business" required>')
})

test('a form has a field for the files of a file column', () => {
  const papers = column('papers', { type: 'file', required: true, settings: { accept: ['a/b'] } })
  const columns = [...definition.columns.slice(1), papers]
  const writable = columns.map(({ key }) => ({ column: key, writable: true }))
  const having = { definition: { ...definition, columns }, guide: { ...guide, columns: writable } }
  const form = snippetIn('html', { ...filling, ...(having as unknown as typeof filling) }, 0)
  expect(form).toContain('<input name="papers" required type="file" multiple accept="a/b">')
})

test('a column’s name does not become markup', () => {
  const form = snippetIn('html', filling, 0)
  expect(form).toContain('<title>Leads &lt;new&gt;</title>')
  expect(form).toContain('Name &amp; &quot;address&quot;')
})

test('a refused form names its fields by their labels, and says what is wrong by the reasons', async () => {
  const error = {
    message: '2 problems',
    errors: [
      { index: 0, column: 'business', message: 'business: …', reason: 'required', values: {} },
      { index: 0, column: 'gone', message: 'gone: …', reason: 'unknown_column', values: {} },
    ],
  }
  expect(await outputOf(error)).toBe(
    'Name & "address" is missing. gone cannot be read; please check it',
  )
  expect(await outputOf({ message: 'Too many requests.' })).toBe('Too many requests.')
})

test('a form that is sent again as it is keeps its key, and one that was changed or stored gets another', async () => {
  const keys: string[] = []
  let answer: () => object = () => ({})
  const form = openForm(async (_, { headers }) => {
    keys.push(headers['Idempotency-Key']!)
    expect(form.button.disabled).toBe(true)
    return { json: async () => answer() }
  })
  const fail = () => {
    throw new Error('the line is down')
  }
  answer = fail
  await form.submit()
  expect([form.button.disabled, form.output.textContent]).toEqual([
    false,
    'That could not be sent; please try again.',
  ])
  await form.submit()
  form.input()
  await form.submit()
  answer = () => ({})
  await form.submit()
  await form.submit()
  const [first, second, third, fourth, fifth] = keys
  expect([first === second, third === fourth]).toEqual([true, true])
  expect(new Set([first, third, fifth]).size).toBe(3)
})

async function outputOf(error: object): Promise<string> {
  const { submit, output } = openForm(async () => ({ json: async () => ({ error }) }))
  await submit()
  return output.textContent
}

type Fetch = (
  url: string,
  init: { headers: Record<string, string> },
) => Promise<{ json: () => Promise<object> }>

/** Runs the form's script with the few parts of a page that it needs. */
function openForm(fetch: Fetch) {
  const output = { textContent: '' }
  const button = { disabled: false }
  const handlers: Record<string, (event: object) => Promise<void> | undefined> = {}
  const form = {
    elements: { business: { labels: [{ firstChild: { data: 'Name & "address"' } }] } },
    querySelector: (name: string) => (name === 'button' ? button : output),
    addEventListener: (event: string, handler: (typeof handlers)[string]) => {
      handlers[event] = handler
    },
    reset: () => {},
  }
  const [, script] = /<script>(.*)<\/script>/s.exec(snippetIn('html', filling, 0)) ?? []
  new Function('document', 'FormData', 'fetch', script ?? '')(
    { querySelector: () => form },
    Array,
    fetch,
  )
  const fire = async (event: string) => handlers[event]?.({ preventDefault: () => {} })
  return { output, button, submit: () => fire('submit'), input: () => fire('input') }
}
