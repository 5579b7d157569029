import { expect, test } from 'vitest'
import type { AnyOperation } from './language/operation.ts'
import { operationGroups } from './operations.ts'

const boards: Record<string, AnyOperation> = operationGroups.boards
const definitions: Record<string, AnyOperation> = operationGroups.definitions

/** An operation of boards as its twin has to be: at another address, under another heading. */
function moved({ path, params, operationId, tag, ...rest }: AnyOperation): object {
  const { id: _, key: __, ...others } = params?.properties ?? {}
  return { ...rest, path: path.replace('boards', 'definitions').replace('{id}', '{key}'), others }
}

/** The members in which an operation differs from its twin. */
function differences(board: AnyOperation, page: AnyOperation): string[] {
  const [one, other] = [moved(board), moved(page)] as Record<string, unknown>[]
  return Object.keys({ ...one, ...other }).filter(
    (member) => JSON.stringify(one![member]) !== JSON.stringify(other![member]),
  )
}

test('boards and pages have the same operations', () => {
  expect(Object.keys(definitions)).toEqual(Object.keys(boards))
})

test('an operation and its twin differ in their address, and else only as listed here', () => {
  const found = Object.entries(boards).map(([name, operation]) => [
    name,
    differences(operation, definitions[name]!),
  ])
  expect(Object.fromEntries(found.filter(([, members]) => members!.length > 0))).toEqual({
    list: ['summary', 'description', 'query'],
    create: ['access', 'summary', 'description', 'example', 'body'],
    // Members of the desk arrange boards, and admins pages.
    get: ['summary'],
    update: ['access', 'summary'],
    remove: ['access', 'summary'],
    purgeRows: ['access'],
    // A part of the form names the board or page.
    importFile: ['example', 'body'],
    previewImport: ['example', 'body'],
  })
})

test('a difference is found', () => {
  const { listViews } = operationGroups.boards
  const twin = operationGroups.definitions.listViews
  expect(differences(listViews, { ...twin, path: '/v1/definitions/{key}/saved' })).toEqual(['path'])
  expect(differences(listViews, { ...twin, scope: 'people only', refuses: [] })).toEqual([
    'scope',
    'refuses',
  ])
})
