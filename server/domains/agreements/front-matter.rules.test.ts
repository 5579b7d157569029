import { describe, expect, test } from 'vitest'
import { versionFile } from '../../tests/support/desks/agreements.ts'
import { readPublication } from './front-matter.rules.ts'

const read = (file: string) => {
  const found = readPublication(file)
  if ('problems' in found) throw new Error(found.problems.join('\n'))
  return found.publication
}
const problems = (file: string): string[] => {
  const found = readPublication(file)
  return 'problems' in found ? found.problems : []
}

test('a file is read as it is written', () => {
  const file = versionFile({
    kind: 'broker_agreement',
    title: "'Broker: the agreement'",
    version: '1.0',
    effectiveAt: '2026-12-01T00:00:00+02:00',
    requiresResign: true,
    minimumFunding: '{amountMinor: 9007199254740991, period: year}',
    body: '# For {{legalName}}\n\n--- \n\nEnd.',
  })
  expect(read(file)).toEqual({
    kind: 'broker_agreement',
    title: 'Broker: the agreement',
    version: '1.0',
    effectiveAt: '2026-11-30T22:00:00.000Z',
    requiresResign: true,
    minimumFunding: { amountMinor: 9007199254740991, period: 'year' },
    bodySource: '# For {{legalName}}\n\n--- \n\nEnd.\n',
    bodyHtml: '<h1>For {{legalName}}</h1>\n<hr />\n<p>End.</p>\n',
  })
})

test('what may be left out has its default; line ends and a mark in front change nothing', () => {
  const file = versionFile()
  expect(read(file)).toMatchObject({ requiresResign: false, minimumFunding: null })
  expect(read(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toEqual(read(file))
})

test.each([
  ['1.10', '1.10'],
  ['2', '2'],
  ['"v2"', 'v2'],
  ['2026-12-01', '2026-12-01'],
])('a version %s is text and no number or date', (written, version) => {
  expect(read(versionFile({ version: written })).version).toBe(version)
})

test.each([
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T09:30Z', '2026-12-01T09:30:00.000Z'],
  ['2026-12-01T09:30:05.25-05:00', '2026-12-01T14:30:05.250Z'],
])('effectiveAt %s is %s', (written, effectiveAt) => {
  expect(read(versionFile({ effectiveAt: written })).effectiveAt).toBe(effectiveAt)
})

test('every problem is told at once, with what to write', () => {
  const file = `---
kind: terms
version: a b
effectiveAt: tomorrow
requiresResign: maybe
minimumFunding: {amountMinor: -5, period: week, currency: USD}
author: me
---
Dear {{customer}}, {{legalName
`
  expect(problems(file)).toEqual([
    'author: is not a field of an agreement; write one of kind, title, version, effectiveAt, requiresResign, minimumFunding',
    'kind: "terms" is not a valid kind; write one of terms_of_service, privacy_policy, data_processing, broker_agreement',
    'title: is missing; write title: Broker agreement, with up to 200 characters in one line',
    'version: "a b" is not a valid version; write version: "1.0", with up to 100 letters, digits, dots, dashes and underscores',
    'effectiveAt: "tomorrow" is not a valid effectiveAt; write effectiveAt: 2026-12-01T00:00:00Z, a time with its zone, or 2026-12-01 for the start of that day in UTC',
    'requiresResign: "maybe" is not a valid requiresResign; write requiresResign: true or requiresResign: false',
    'minimumFunding.currency: is not a field of it; write amountMinor and period',
    'minimumFunding.amountMinor: is not an amount; write minor units up to 9007199254740991, such as 5000000 for $50,000.00',
    'minimumFunding.period: is not a period; write one of month, quarter, year',
    'the text {{customer}} is not a placeholder; write one of {{legalName}}, {{workspaceName}}, {{version}}, {{effectiveDate}}, {{minimumFunding}}',
    'the text has {{ or }} without the other; write a placeholder as {{legalName}}',
  ])
})

describe('is refused', () => {
  test.each([
    ['no front matter', 'Just text', 'does not begin with its front matter'],
    ['one that does not end', '---\nkind: terms_of_service\n', 'does not begin with its front'],
    ['an empty file', '', 'does not begin with its front matter'],
    ['YAML that is none', '---\nkind: [\n---\nx', 'is not YAML'],
    ['a field twice', '---\nkind: a\nkind: b\n---\nx', 'is not YAML'],
    ['a line that is none', '---\ntitle: a\nkind: b: c\n---\nx', 'in compact mappings at line 3'],
    ['a list', '---\n- a\n---\nx', 'has no fields'],
    ['an alias', '---\nkind: &a b\ntitle: *a\n---\nx', 'has an alias'],
    ['no text', versionFile({ body: ' ' }), 'the text is missing'],
    ['text of nothing', versionFile({ body: '<script>x</script>' }), 'nothing that can be shown'],
    ['text of a line alone', versionFile({ body: '***' }), 'nothing that can be shown'],
    ['NUL', versionFile({ body: 'a\0b' }), 'not UTF-8'],
    ['too much', versionFile({ body: 'x'.repeat(300_000) }), 'larger than 256 KiB'],
    ['a day that is none', versionFile({ effectiveAt: '2026-02-30' }), 'effectiveAt'],
    ['a time without a zone', versionFile({ effectiveAt: '2026-02-03T10:00:00' }), 'effectiveAt'],
    [
      'too much money',
      versionFile({ minimumFunding: '{amountMinor: 9007199254740992, period: year}' }),
      'amountMinor',
    ],
    ['half of a minimum', versionFile({ minimumFunding: '{amountMinor: 5}' }), 'period'],
    ['a minimum of no parts', versionFile({ minimumFunding: '5000' }), 'minimumFunding'],
    ['a minimum left empty', versionFile({ minimumFunding: '' }), 'minimumFunding'],
    [
      'a placeholder in a link',
      versionFile({ body: '[x](https://a.example/{{version}})' }),
      'cannot be filled in',
    ],
    [
      'one in an attribute',
      versionFile({ body: '<a href="https://a.example/{{version}}">x</a>' }),
      'cannot be filled in',
    ],
    ['one in a comment', versionFile({ body: 'x <!-- {{version}} -->' }), 'cannot be filled in'],
    [
      'one that the marks make',
      versionFile({ body: 'x {\\{version}}' }),
      '{{ or }} without the other',
    ],
    [
      'text that nests without end',
      versionFile({ body: `${'>'.repeat(20_000)} x` }),
      'can be shown',
    ],
  ])('%s', (_, file, message) => {
    const found = problems(file)
    expect(found.join('\n')).toContain(message)
    expect(found).toHaveLength(1)
  })
})
