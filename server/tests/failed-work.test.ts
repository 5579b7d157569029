// Why work failed is stored with its reason and its values, wherever it is stored.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workReasons } from '../../contract/refusals/failed-work.ts'
import { failed, whyOf } from '../../contract/refusals/reasons.ts'

const schema = readFileSync('server/schema/schema.sql', 'utf8')
const tables = [...schema.matchAll(/^CREATE TABLE (\w+) [\s\S]*?^\);/gm)]

/** The tables with a sentence that says why work failed, and the column that has its reason. */
const reasons = { import_runs: 'why', message_deliveries: 'why', webhook_deliveries: 'log' }

test('every table that stores why work failed has a column for the reason', () => {
  const storing = tables.filter(([text]) => /^ {2}\w*error text/m.test(text))
  expect(storing.map(([, name]) => name)).toEqual(Object.keys(reasons))
  for (const [text, name] of storing) {
    expect(text).toMatch(new RegExp(`^  ${reasons[name as keyof typeof reasons]} jsonb`, 'm'))
  }
})

/** The statements that store a sentence without its reason. */
const withoutReason = (source: string): string[] =>
  [...source.matchAll(/UPDATE (?:\w+ )?[^`]*?\b(?:last_)?error = [^`]*/g)]
    .map(([text]) => text)
    .filter((text) => !/\bwhy = |'why', /.test(text))

test('every statement that stores it stores the reason, too', () => {
  const sources = globSync('server/domains/**/*.sql.ts').map((path) => readFileSync(path, 'utf8'))
  expect(sources.flatMap(withoutReason)).toEqual([])
  expect(withoutReason("`UPDATE import_runs SET status = 'failed', error = $2`")).toHaveLength(1)
})

test('every reason of failed work is given somewhere', () => {
  const source = globSync('server/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join()
  expect(Object.keys(workReasons).filter((reason) => !source.includes(`'${reason}'`))).toEqual([])
})

test('a sentence that an earlier release stored has no reason, nor that of the sentence before', () => {
  const why = failed('no_answer', { seconds: 30 })
  expect(whyOf('No answer within 30 seconds.', why)).toEqual({
    reason: 'no_answer',
    values: { seconds: 30 },
  })
  expect(whyOf('The connection was lost.', why)).toEqual({})
  expect(whyOf('The connection was lost.', null)).toEqual({})
  expect(whyOf(null, null)).toEqual({})
})
