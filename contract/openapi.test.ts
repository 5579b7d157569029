import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { operationIdOf } from './operation.ts'
import { operations } from './operations.ts'

interface Described {
  operationId: string
  tags: string[]
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: object }>
  security: Record<string, string[]>[]
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { securitySchemes: object; schemas: object }
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('the committed file is the document', () => {
  const kept = readFileSync(new URL('openapi.json', import.meta.url), 'utf8')
  expect(kept === `${JSON.stringify(openApiDocument(), null, 2)}\n`, 'npm run generate').toBe(true)
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
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort())
    expect(declared.every(({ required }) => required)).toBe(true)
    for (const { in: where } of operation.parameters) {
      expect(['path', 'query', 'header']).toContain(where)
    }
  }
})

test('every operation says what it is for, who may call it and what it answers', () => {
  const tags = document.tags.map(({ name }) => name)
  for (const { path, method, operation } of described) {
    expect(operation.summary, path).not.toBe('')
    expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true)
    for (const scheme of operation.security.flatMap(Object.keys)) {
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
    const statuses = Object.keys(operation.responses)
    const isRehearsed = operation.parameters?.some(({ name }) => name === 'dryRun')
    expect(
      statuses.filter((status) => status < '300'),
      `${method} ${path}`,
    ).toHaveLength(isRehearsed ? 2 : 1)
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/)
      expect(description).not.toBe('')
    }
    expect(operation.responses).not.toHaveProperty('204.content')
  }
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

type Node = Record<string, unknown>

const isSchema = (node: Node): boolean =>
  (typeof node.type === 'string' || Array.isArray(node.type)) && !('scheme' in node || 'in' in node)

function visit(node: unknown, look: (node: Node) => void, insideProperties = false): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && !insideProperties) look(node as Node)
  for (const [name, child] of Object.entries(node)) {
    visit(child, look, name === 'properties' && !insideProperties)
  }
}

const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, part) => (node as Node | undefined)?.[part], document)
