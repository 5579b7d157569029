// Whatever is wrong with a request as such is said in the same words by every operation, with what to do about it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyOperation,
  isKeyAccess,
  jsonBody,
  type Method,
} from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { makeBoard, makeOwner, makePage } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let owner: string
let keys: { board: string; page: string }
beforeAll(async () => {
  service = await startService({ rateLimitIngest: 10_000, rateLimitRead: 10_000 })
  owner = (await makeOwner(service)).owner
  const columns = [{ name: 'Name', type: 'text' }]
  keys = {
    board: (await makeBoard(service, owner, columns)).secret,
    page: (await makePage(service, owner, columns)).secret,
  }
})
afterAll(() => service.stop())

interface Wrong {
  method?: Method
  path?: string
  query?: string
  body?: string | FormData
  coding?: string
}

interface Said {
  error: string | { message: string }
  issues?: { path: string; message: string }[]
}

/** What the answer says to a request of an operation with something wrong: its message, and each of its issues. */
async function said(
  operation: AnyOperation,
  { method, path = operation.path, query = '', body, coding }: Wrong,
): Promise<string[]> {
  const at = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
  const credential = isKeyAccess(operation.access)
    ? keys[operation.access.startsWith('key:page') ? 'page' : 'board']
    : owner
  const answer = await fetch(`${service.origin}${at}${query}`, {
    method: method ?? operation.method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(coding && { 'content-encoding': coding }),
    },
    ...(body !== undefined && { body }),
  })
  const { error, issues = [] } = (await answer.json()) as Said
  const message = typeof error === 'string' ? error : error.message
  return [`${answer.status} ${message}`, ...issues.map((one) => `${one.path} ${one.message}`)]
}

/** The operations that do not say it. */
async function silent(
  asked: readonly AnyOperation[],
  wrong: (operation: AnyOperation) => Wrong,
  right: (operation: AnyOperation) => string[],
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...asked]
  const ask = async () => {
    for (let operation = waiting.pop(); operation; operation = waiting.pop()) {
      const answer = await said(operation, wrong(operation))
      const missing = right(operation).filter((text) => !answer.includes(text))
      if (missing.length > 0) found.push(`${operation.operationId}: ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return found
}
const AT_ONCE = 8

/** Those whose query and body are the API's own. Other services send the others. */
const ours = operations.filter(({ consumes }) => !consumes)
const isUpload = ({ upload }: AnyOperation) => upload === true
const withJson = ours.filter((operation) => operation.body && !isUpload(operation))
const ingest = withJson.filter(({ access }) => isKeyAccess(access))
const session = withJson.filter(({ access }) => !isKeyAccess(access))

const namesIn = (schema: { properties?: object } | undefined): string[] =>
  Object.keys(schema?.properties ?? {})
/** A name that people mistype: `dryRun` as `dry_runn`. */
const mistyped = (name: string): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${name.at(-1)}`
const isLong = (name: string): boolean => name.length > 5

describe('every operation says', () => {
  test('that a parameter does not exist, and which was probably meant', async () => {
    // A read that has no parameters ignores them.
    const some = ours.filter(({ method, query }) => query || method !== 'GET')
    expect(some.length).toBeGreaterThan(200)
    const meant = (operation: AnyOperation) => namesIn(operation.query).find(isLong)
    const wrong = (operation: AnyOperation): Wrong => {
      const name = meant(operation)
      return {
        query: `?surprise=1${name ? `&${mistyped(name)}=1` : ''}`,
        ...(isUpload(operation) && { body: new FormData() }),
      }
    }
    const right = (operation: AnyOperation) => {
      const name = meant(operation)
      return [
        '400 query.surprise is not a field of this request; leave it out.',
        ...(name && !isKeyAccess(operation.access) ? [nearest('query', name)] : []),
      ]
    }
    expect(await silent(some, wrong, right)).toEqual([])
  })

  test('that a field does not exist, and which was probably meant', async () => {
    expect(session.length).toBeGreaterThan(100)
    const meant = (operation: AnyOperation) => namesIn(jsonBody(operation)).find(isLong)
    const wrong = (operation: AnyOperation): Wrong => {
      const name = meant(operation)
      return { body: JSON.stringify({ surprise: 1, ...(name && { [mistyped(name)]: 1 }) }) }
    }
    const right = (operation: AnyOperation) => {
      const name = meant(operation)
      return [
        'body.surprise is not a field of this request; leave it out',
        ...(name ? [nearest('body', name)] : []),
      ]
    }
    expect(await silent(session, wrong, right)).toEqual([])
  })

  test('where its body is no JSON', async () => {
    const answer =
      '400 The body is not valid JSON: line 2, column 1 has } where a name in double quotes should be.'
    const wrong = () => ({ body: '{"name": "x",\n}' })
    expect(await silent(withJson, wrong, () => [answer])).toEqual([])
  })

  test('that it takes no compressed body', async () => {
    const answer = '415 The body is compressed (gzip); send it as it is, without Content-Encoding.'
    const wrong = () => ({ body: '{}', coding: 'gzip' })
    expect(await silent(withJson, wrong, () => [answer])).toEqual([])
  })

  test('that its body is empty, if it needs one', async () => {
    const needsFields = (operation: AnyOperation) =>
      (jsonBody(operation) as { required?: string[] }).required !== undefined
    const needing = session.filter(needsFields)
    expect(needing.length).toBeGreaterThan(50)
    const ofIngest = '400 The body is empty; send a JSON object.'
    expect(
      await silent(
        ingest,
        () => ({}),
        () => [ofIngest],
      ),
    ).toEqual([])
    const ofOthers =
      '400 The body is empty; send a JSON object with the fields that `issues` names.'
    expect(
      await silent(
        needing,
        () => ({}),
        () => [ofOthers],
      ),
    ).toEqual([])
  })

  test('which methods its path takes', async () => {
    const methodsOf = ({ path }: AnyOperation) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
        operations.some((one) => one.method === method && patternOf(one.path).test(path)),
      )
    const asked = operations.filter((operation) => !methodsOf(operation).includes('PUT'))
    expect(asked.length).toBeGreaterThan(250)
    const right = (operation: AnyOperation) => {
      const methods = methodsOf(operation)
      const others = methods.slice(0, -1).join(', ')
      const choice = `${others}${others && ' or '}${methods.at(-1)}`
      return [`405 PUT is not allowed here. Use ${choice}.`]
    }
    expect(await silent(asked, () => ({ method: 'PUT' }), right)).toEqual([])
  })

  test('which path was probably meant', async () => {
    // The last word of the path has a letter too many.
    const lastWord = /([a-z-]{4,})((?:\/\{\w+\})*)$/
    const wrong = ({ path }: AnyOperation) => ({ path: path.replace(lastWord, '$1x$2') })
    const isTaken = (path: string) => operations.some((one) => patternOf(one.path).test(path))
    const asked = ours.filter((one) => lastWord.test(one.path) && !isTaken(wrong(one).path))
    expect(asked.length).toBeGreaterThan(100)
    const right = ({ path }: AnyOperation) => [
      `404 There is no such route; the nearest is ${path}.`,
    ]
    expect(await silent(asked, wrong, right)).toEqual([])
  })
})

const nearest = (part: string, name: string): string =>
  `${part}.${mistyped(name)} is not a field of this request; the nearest is ${name}`
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
