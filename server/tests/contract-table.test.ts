// What must be true of the table of operations itself. This takes seconds, so it soon says what is missing.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestOperations } from '../../contract/ingest/ingest.ts'
import {
  type AnyOperation,
  isSessionAccess,
  operation,
  operationIdOf,
} from '../../contract/language/operation.ts'
import { thingsIn } from '../../contract/language/path-things.ts'
import { operationGroups, operations } from '../../contract/operations.ts'
import { boardOperations } from '../../contract/records/definitions.ts'
import { openApiDocument } from '../../contract/reference/openapi.ts'
import { tokenScopes } from '../../shared/token-scopes.ts'
import { parts } from './contract-coverage/parts.ts'
import { untried } from './coverage/cases.ts'
import { specificCases } from './coverage/specific-cases.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('every operation is bound, and nothing else is', () => {
  expect([...service.http.bound.keys()].sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  )
})

test('no two operations share a name, a method with a path, or differ from the pattern', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { operationId, method, path } of operations) {
    expect(operationId).toBe(operationIdOf(method, path))
  }
})

describe('what an access token needs is said', () => {
  test('of every operation that takes a session, and of no other', () => {
    expect(unscoped(operations)).toEqual([])
  })

  test('or else the operation is named', () => {
    const { scope: _, ...silent } = boardOperations.list
    const ghost = { ...silent, operationId: 'get_ghosts' }
    const odd: AnyOperation = { ...ingestOperations.readBoard, scope: 'records:read' }
    expect(unscoped([ghost, odd])).toEqual(['get_ghosts', odd.operationId])
  })

  test('or else it does not compile', () => {
    const spec = { method: 'GET', path: '/v1/ghosts', tag: 'Ghosts', summary: 'Ghosts' } as const
    // @ts-expect-error It takes a session and does not say what a token needs.
    operation({ ...spec, access: 'workspace' })
    // @ts-expect-error It takes no session.
    operation({ ...spec, access: 'public', scope: 'records:read' })
    expect(operation({ ...spec, access: 'session', scope: 'people only' }).scope).toBe(
      'people only',
    )
  })

  test('in openapi.json too', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, object>> }
    for (const { path, method, scope } of operations) {
      const documented = paths[path]![method.toLowerCase()]
      const isForPeople = scope === 'people only'
      expect(documented).toHaveProperty('x-access')
      if (isForPeople) expect(documented).toHaveProperty('x-session-required', true)
      else expect(documented).not.toHaveProperty('x-session-required')
      if (scope && !isForPeople) expect(documented).toHaveProperty('x-scope', scope)
      else expect(documented).not.toHaveProperty('x-scope')
    }
  })

  test('and every scope is needed somewhere', () => {
    const needed = new Set(operations.map(({ scope }) => scope))
    expect(tokenScopes.filter((scope) => !needed.has(scope))).toEqual([])
  })
})

/** The operations whose scope is missing, or there although they need a session. */
const unscoped = (table: readonly AnyOperation[]): string[] =>
  table
    .filter(({ access, scope }) => isSessionAccess(access) !== (scope !== undefined))
    .map(({ operationId }) => operationId)

describe('every operation and every refusal that it declares is tried', () => {
  test('of the table as it is', () => expect(untried(operations)).toEqual([]))

  test('and nothing is tried that no operation declares', () => {
    const declared = operations.flatMap(({ operationId, refuses }) =>
      refuses.map((code) => `${operationId} ${code}`),
    )
    expect([...specificCases.keys()].filter((name) => !declared.includes(name))).toEqual([])
  })

  test('or else is named: a new operation, a new refusal', () => {
    const ghost: AnyOperation = { ...boardOperations.list, operationId: 'get_ghosts' }
    const stricter: AnyOperation = { ...boardOperations.list, refuses: ['plan_required'] }
    expect(untried([ghost, stricter])).toEqual(['get_ghosts success', 'get_boards plan_required'])
  })
})

test('every group of operations is tried by one file, and while the database fails', () => {
  expect(Object.values(parts).flat().sort()).toEqual(Object.keys(operationGroups).sort())
  const files = readdirSync(new URL('contract-coverage/', import.meta.url))
  expect(files.filter((file) => file.endsWith('.test.ts')).sort()).toEqual(
    Object.keys(parts)
      .map((part) => `${part}.test.ts`)
      .sort(),
  )
  const failing = readdirSync(new URL('failed-exchanges/', import.meta.url))
  expect(failing).toEqual(
    expect.arrayContaining(Object.keys(parts).map((part) => `${part}.test.ts`)),
  )
})

test('what a path names is named in refusals, for each of its parameters', () => {
  const nameless = operations
    .map(({ path }) => path)
    // The two parameters of a party name one thing.
    .filter((path) => thingsIn(path).length < path.replace('}/{', '').split('{').length - 1)
  expect(nameless).toEqual([])
  expect(thingsIn('/v1/boards/{id}/rows/{rowId}')).toEqual(['board', 'row'])
  expect(thingsIn('/v1/accounting/parties/{partyKind}/{ref}/balance')).toEqual(['party'])
  expect(thingsIn('/v1/ghosts/{id}')).toEqual([])
})
