import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { shortJson } from '../../scripts/short-json.ts'
import { eventTypes } from '../events/events.ts'
import { closed, nullable, oneOf, uuid } from '../language/common.ts'
import { named, parameter, described as saying } from '../language/named.ts'
import { operationIdOf } from '../language/operation.ts'
import { operations } from '../operations.ts'
import { Components } from './components.ts'
import { openApiDocument } from './openapi.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: object
}
interface Response {
  description: string
  content?: object
}
interface Described {
  operationId: string
  'x-access': string
  tags: string[]
  summary: string
  description: string
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, Response | Reference>
  /** The document's, if it has none of its own. */
  security?: Record<string, string[]>[]
}
interface Reference {
  $ref: string
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Described>>
  components: {
    securitySchemes: object
    schemas: Record<string, { description: string }>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    headers: Record<string, object>
  }
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document
/** The paths whose operation answers 200 again. */
const repeats = operations.filter((one) => one.repeats).map(({ path }) => path as string)
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('the committed file is the document', () => {
  const kept = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
  expect(kept === `${shortJson(openApiDocument())}\n`, 'npm run generate').toBe(true)
  expect(JSON.parse(kept)).toEqual(document)
})

test('every operation is in it once', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(described.map(({ operation }) => operation.operationId).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  )
  for (const { path } of described) expect(path).toMatch(/^\/v1\/[a-z{]/)
})

test('operationIds are by the pattern, and each is one operation’s', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const { method, path, operationId } of operations) {
    expect(operationId).toBe(operationIdOf(method, path))
    expect(operationId).toMatch(/^(get|post|put|patch|delete)_[A-Za-z-]+(_[A-Za-z-]+)*$/)
  }
  expect(operationIdOf('POST', '/v1/accounting/deal-splits/{id}/deactivate')).toBe(
    'post_accounting-deal-splits_id_deactivate',
  )
  expect(operationIdOf('POST', '/v1/obligations/{id}/complete')).toBe(
    'post_obligations_id_complete',
  )
})

test('every path parameter is declared, and nothing else is', () => {
  for (const { path, operation } of described) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = operation.parameters.map((one) => resolved<Parameter>(one))
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort())
    expect(declared.every(({ required }) => required)).toBe(true)
    for (const { in: where, description } of parameters) {
      expect(['path', 'query', 'header']).toContain(where)
      expect(description, path).toBeTruthy()
    }
  }
})

test('every operation says what it is for, who may call it and what it answers', () => {
  const tags = document.tags.map(({ name }) => name)
  for (const { name, description } of document.tags) expect(description, name).toBeTruthy()
  for (const { path, method, operation } of described) {
    expect(operation.summary, path).not.toBe('')
    // The description starts with a sentence of its own, before it says who may call the operation.
    expect(operation.description, `${method} ${path}`).toMatch(/^(?!\*\*)[^\n]{20,}/)
    expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true)
    const { security = document.security } = operation
    for (const scheme of security.flatMap(Object.keys)) {
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
    const statuses = Object.keys(operation.responses)
    const isRehearsed = operation.parameters.some(
      (one) => resolved<Parameter>(one).name === 'dryRun',
    )
    expect(
      // A file can be asked for in part.
      statuses.filter((status) => status < '300' && status !== '206'),
      `${method} ${path}`,
    ).toHaveLength(isRehearsed || repeats.includes(path) ? 2 : 1)
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/)
      expect(resolved<Response>(response).description).not.toBe('')
    }
    expect(operation.responses).not.toHaveProperty('204.content')
  }
})

test('an operation of the workspace says who can call it, by its method', () => {
  const ofWorkspace = described.filter(({ operation }) => operation['x-access'] === 'workspace')
  expect(ofWorkspace.length).toBeGreaterThan(100)
  for (const { path, method, operation } of ofWorkspace) {
    const who = method === 'get' ? 'Every active seat.' : 'Members and above.'
    expect(operation.description, `${method} ${path}`).toContain(`**Who:** ${who}`)
  }
})

test('every operation says what it answers if the service fails or has too much to do', () => {
  for (const { path, method, operation } of described) {
    const [failed, busy] = [500, 503].map((status) => operation.responses[status])
    expect([failed, busy], `${method} ${path}`).not.toContain(undefined)
    expect(resolved<Response>(failed!).description).toMatch(/^`internal`/)
    expect(resolved<Response>(busy!)).toMatchObject({
      description: expect.stringMatching(/^`overloaded`/),
      headers: { 'Retry-After': {} },
    })
  }
})

describe('the example of a body', () => {
  const ajv = addFormats.default(new Ajv2020.default({ strict: false, validateSchema: false }))
  ajv.addSchema(document, 'openapi')
  const bodies = described.flatMap(({ path, method, operation: { requestBody } }) =>
    Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => ({
      name: `${method} ${path} as ${type}`,
      schema: ['paths', path, method, 'requestBody', 'content', type, 'schema'],
      example,
    })),
  )
  const fits = (schema: string[], example: unknown) => {
    const place = schema.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')
    return ajv.getSchema(`openapi#/${place}`)!(example)
  }

  test('has no date that is over soon, after which it would no longer be taken', () => {
    const written = JSON.stringify(bodies.map(({ example }) => example))
    const days = written.match(/20\d\d-\d\d-\d\d/g) ?? []
    expect(days.length).toBeGreaterThan(4)
    expect(days.filter((day) => day > '2026-11-28' && day < '2030')).toEqual([])
  })

  test('is there for each body, and fits its schema', () => {
    expect(bodies.length).toBeGreaterThan(120)
    const faults = bodies.filter(
      ({ schema, example }) => example === undefined || !fits(schema, example),
    )
    expect(faults.map(({ name }) => name)).toEqual([])
  })

  test('would be found if it did not', () => {
    const { schema, example } = bodies.find(({ name }) => name.startsWith('post /v1/boards as'))!
    expect(fits(schema, { ...(example as object), colour: 'teal' })).toBe(false)
    expect(fits(schema, { ...(example as object), name: 7 })).toBe(false)
  })
})

test('every $ref resolves, and every schema is one', () => {
  const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']
  visit(document, (node) => {
    if (typeof node.$ref === 'string') expect(resolve(node.$ref), node.$ref).toBeDefined()
    if (isSchema(node)) {
      for (const type of [node.type].flat()) expect(types).toContain(type)
      for (const name of (node.required as string[] | undefined) ?? []) {
        expect(Object.keys(node.properties as object)).toContain(name)
      }
    }
  })
})

test('a broken reference would be found', () => {
  expect(resolve('#/components/schemas/Nothing')).toBeUndefined()
  expect(resolve('#/components/schemas/SessionRefusal')).toBeDefined()
})

test('the document stays small enough to read in a diff', () => {
  expect(readFileSync(new URL('../openapi.json', import.meta.url)).length).toBeLessThan(900_000)
})

describe('an event', () => {
  const ajv = addFormats.default(new Ajv2020.default({ strict: false }))
  const fits = ajv.compile({ ...document, $ref: '#/components/schemas/Event' })
  const id = '0190b6a0-0000-7000-8000-000000000000'
  const head = { id, cursor: '1', at: '2026-01-01T00:00:00Z', actor: 'user:1', subject: 'deal:1' }

  test('has a shape by each type of the catalogue', () => {
    const { oneOf: shapes, discriminator } = resolve('#/components/schemas/Event') as {
      oneOf: Reference[]
      discriminator: { mapping: Record<string, string> }
    }
    const byType = shapes.flatMap(({ $ref }) => {
      const { properties } = resolve($ref) as { properties: { type: { enum: string[] } } }
      return properties.type.enum.map((type): [string, string] => [type, $ref])
    })
    expect(byType.map(([type]) => type).sort()).toEqual(eventTypes.map(({ type }) => type).sort())
    expect(discriminator).toEqual({ propertyName: 'type', mapping: Object.fromEntries(byType) })
  })

  test('fits with the data of its type, and with no other’s', () => {
    const data = { dealId: 1 }
    expect(fits({ ...head, type: 'deal.updated', data })).toBe(true)
    expect(fits({ ...head, type: 'obligation.created', data })).toBe(false)
    expect(fits({ ...head, type: 'deal.updated', data: {} })).toBe(false)
  })
})

describe('a shape with a name', () => {
  test('is said once and referred to', () => expect(repeated(document)).toEqual([]))

  test('is missed where it is written out again', () => {
    const inline = { type: 'object', properties: { a: {}, b: {}, c: {}, d: {} } }
    expect(repeated({ one: inline, other: { ...inline, description: 'Another.' } })).toEqual([
      'a, b, c, d',
    ])
  })

  test('says what it is', () => {
    for (const [name, { description }] of Object.entries(document.components.schemas)) {
      expect(description, name).toMatch(/^[A-Z`].*\.$/)
    }
  })

  test('does not share it with a parameter, which makers of clients would number', () => {
    const { schemas, parameters } = document.components
    expect(Object.keys(parameters).filter((name) => name in schemas)).toEqual([])
  })

  test('is one shape', () => {
    const components = new Components()
    components.schema(named('Pet', 'A pet.', closed({ id: uuid() })))
    components.schema(named('Pet', 'A pet.', closed({ id: uuid() })))
    const other = named('Pet', 'A pet.', closed({ id: Type.Integer() }))
    expect(() => components.schema(other)).toThrow('two of the schemas are called Pet')
    const { properties: _, ...stripped } = named('Dog', 'A dog.', closed({ id: uuid() }))
    expect(() => components.schema(stripped as never)).toThrow('Dog is used with another shape')
    const query = (limit: number) => parameter('Limit', Type.Integer({ maximum: limit }))
    components.parameter('limit', 'query', query(10), false)
    expect(() => components.parameter('limit', 'query', query(20), false)).toThrow(
      'two of the parameters are called Limit',
    )
  })

  test('keeps its name where it may be missing or null, and says what it means there', () => {
    const Pet = named('Pet', 'A pet.', closed({ id: uuid() }))
    const Kind = named('Kind', 'A kind.', oneOf(['cat', 'dog']))
    const $ref = '#/components/schemas/Pet'
    const owner = closed({
      first: Pet,
      second: Type.Optional(saying(Pet, 'If there is one.')),
      third: nullable(Pet),
      kind: Type.Optional(saying(nullable(Kind), 'Of the third.')),
      other: Type.Record(Type.String(), Pet),
    })
    expect(new Components().schema(owner)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['first', 'third', 'other'],
      properties: {
        first: { $ref },
        second: { $ref, description: 'If there is one.' },
        third: { anyOf: [{ $ref }, { type: 'null' }] },
        kind: {
          anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'null' }],
          description: 'Of the third.',
        },
        other: { type: 'object', additionalProperties: { $ref } },
      },
    })
  })

  test('checks and writes as it would without a name', () => {
    const shape = closed({ id: uuid() })
    expect(JSON.stringify(named('Pet', 'A pet.', shape))).toBe(JSON.stringify(shape))
  })
})

type Node = Record<string, unknown>

const isSchema = (node: Node): boolean =>
  (typeof node.type === 'string' || Array.isArray(node.type)) && !('scheme' in node || 'in' in node)

function visit(node: unknown, look: (node: Node) => void, insideProperties = false): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && !insideProperties) look(node as Node)
  for (const [name, child] of Object.entries(node)) {
    if (name === 'example' && !insideProperties) continue
    visit(child, look, name === 'properties' && !insideProperties)
  }
}

const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, part) => (node as Node | undefined)?.[part], document)

const resolved = <T extends object>(part: T | Reference): T =>
  '$ref' in part ? (resolve(part.$ref) as T) : part

/** The objects with four or more properties that are written out more than once. */
function repeated(root: unknown): string[] {
  const found = new Map<string, { times: number; properties: string }>()
  visit(root, (node) => {
    const names = Object.keys((node.properties as object | undefined) ?? {})
    if (names.length < 4) return
    const { description: _, ...shape } = node
    const key = JSON.stringify(shape)
    const { times = 0 } = found.get(key) ?? {}
    found.set(key, { times: times + 1, properties: names.join(', ') })
  })
  return [...found.values()].filter(({ times }) => times > 1).map(({ properties }) => properties)
}
