import { expect, test } from 'vitest'
import { VISIBLE } from '../shared/visible-text.ts'
import { operations } from './operations.ts'

interface Schema {
  type?: string | string[]
  minLength?: number
  pattern?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The texts in a body, by the operation and their place in it. */
function textsIn(schema: Schema, at: string): [string, Schema][] {
  return [
    ...([schema.type].flat().includes('string') ? [[at, schema] as [string, Schema]] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      textsIn(one, `${at}.${name}`),
    ),
    ...(schema.items ? textsIn(schema.items, `${at}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => textsIn(one, at)),
  ]
}

const texts = operations.flatMap(({ method, path, body }) =>
  body ? textsIn(body as Schema, `${method} ${path}`) : [],
)

/** What is looked up or read by rules of its own: what is not seen finds nothing. */
const READ =
  /\.(?:password|newPassword|secret|url|recurrenceRule|path|eventPath|column|group|search|columns\.\w+)$|\.(?:fields|sort|sum|definitions|definitionKeys|addresses|inputs)\[\]$/

test('every text that has to be given has something in it that people see', () => {
  const given = texts.filter(
    ([at, { minLength = 0, format, enum: choices }]) =>
      minLength > 0 && !format && !choices && !READ.test(at),
  )
  expect(given.length).toBeGreaterThan(100)
  for (const [at, { pattern }] of given) expect(pattern, at).toBe(VISIBLE)
})

test('names, reasons and titles are among them', () => {
  const names = texts.filter(
    ([at]) => /\.(?:name|reason|title|signerName|signerTitle)$/.test(at) && !READ.test(at),
  )
  expect(names.length).toBeGreaterThan(40)
  for (const [at, { pattern }] of names) expect(pattern, at).toBe(VISIBLE)
})
