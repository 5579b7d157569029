import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseJson } from './json-faults.rules.ts'

const saidOf = (source: string) => refuseJson(source, 32).message

test.each([
  ['{"a": 1,}', 'line 1, column 9 has } where a name in double quotes should be.'],
  ['{"a": 1\n "b": 2}', 'line 2, column 2 has " where a comma or } should be.'],
  ['{"rows": [\n  {"a": 1},\n  ]}', 'line 3, column 3 has ] where a value should be.'],
  ['[1 2]', 'line 1, column 4 has 2 where a comma or ] should be.'],
  ['{"a" 1}', 'line 1, column 6 has 1 where a colon should be.'],
  ['{a: 1}', 'line 1, column 2 has a where a name in double quotes should be.'],
  ['{"a": None}', 'line 1, column 7 has None where a value should be.'],
  ['{"a": True}', 'line 1, column 7 has True where a value should be.'],
  ['{"a": NaN}', 'line 1, column 7 has NaN where a value should be.'],
  ['{"a": 007}', 'line 1, column 7 has 007 where a value should be.'],
  ['{"a": .5}', 'line 1, column 7 has .5 where a value should be.'],
  ['{"a": 1} {"b": 2}', 'line 1, column 10 has { where the end should be.'],
  ['// rows\n{}', 'line 1, column 1 has / where a value should be.'],
  ['name=Ann&phone=1', 'line 1, column 1 has name where a value should be.'],
  ['{"a": "C:\\path"}', 'line 1, column 10 has \\p where an escape such as \\n or \\\\ should be.'],
  ['{"a": "one\ntwo"}', 'line 1, column 11 has a line break where its escape should be.'],
  ['\0{"a": 1}', 'line 1, column 1 has a control character where a value should be.'],
  ['{"a": "\\\0"}', 'line 1, column 8 has \\ where an escape such as \\n or \\\\ should be.'],
  ['{"a": 😀}', 'line 1, column 7 has 😀 where a value should be.'],
  ["{'a': 1}", 'line 1, column 2 has \'; put names and texts in double quotes (").'],
  ["'{a:1}'", 'line 1, column 1 has \'; put names and texts in double quotes (").'],
  ['{“a”: 1}', 'line 1, column 2 has “; put names and texts in double quotes (").'],
  ['{"a": 1', 'it ends too early; send all of it.'],
  ['{"a": "Ann', 'it ends too early; send all of it.'],
  ['{"a":', 'it ends too early; send all of it.'],
])('%j: what is wrong, and where', (source, said) => {
  expect(saidOf(source)).toBe(`The body is not valid JSON: ${said}`)
})

test.each(['', ' ', '\r\n'])('%j is an empty body', (source) => {
  expect(saidOf(source)).toBe('The body is empty; send a JSON object.')
})

test('JSON that something was added to, or that lost something, is told where it went wrong', () => {
  const cut = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', '"', '}', ',', 'x', '\\', "'", '\n'),
    )
    .map(([json, at, length, added]) => {
      const from = at % (json.length + 1)
      return { from, broken: json.slice(0, from) + added + json.slice(from + length) }
    })
    .filter(({ broken }) => broken.trim() !== '' && !isJson(broken))
  fc.assert(
    fc.property(cut, ({ from, broken }) => {
      const { reason, values } = refuseJson(broken, 32)
      if (reason === 'ends_early') return
      const line = broken.split('\n')[(values.line as number) - 1]!
      expect(line.length).toBeGreaterThanOrEqual((values.column as number) - 1)
      const at = broken
        .split('\n')
        .slice(0, (values.line as number) - 1)
        .join('\n').length
      // What comes before the change was JSON. A number is named by where it begins, and has up to 25 characters.
      expect(at + (values.column as number)).toBeGreaterThan(from - 25)
    }),
    { numRuns: 1000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a hostile body is refused as quickly as it is read', () => {
  expect(saidOf('['.repeat(1_000_000))).toBe('The body is nested deeper than 32 levels.')
  expect(saidOf(`"${'x'.repeat(1_000_000)}`)).toContain('it ends too early')
  expect(saidOf(`"${'\\"'.repeat(500_000)}`)).toContain('it ends too early')
  expect(saidOf(`[${'1'.repeat(1_000_000)}x`)).toContain('column 2 has 11111111111111111111')
  expect(saidOf(`${' '.repeat(1_000_000)}x`)).toContain('has x where a value should be')
})
