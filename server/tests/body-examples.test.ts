// Sends the examples of openapi.json as they are: they work for somebody who copies them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boardKeyOperations, ingestOperations } from '../../contract/ingest.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { boardOperations } from '../../contract/records.ts'
import { makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let token: string
let boardId: string
beforeAll(async () => {
  service = await startService()
  ;({ owner: token } = await makeOwner(service))
  const board = await post(boardOperations.create)
  boardId = board.body.data.id
})
afterAll(() => service.stop())

/** Sends an operation's example to the board that the example makes, or to the page Leads. */
const post = ({ method, path, example }: AnyOperation) =>
  service.api(method, path.replace('{id}', boardId).replace('{key}', 'leads'), {
    token,
    body: example,
  })

/** What has no id of anything but a board or a page, in its path or its example. */
const independent = operations.filter(
  ({ path, example, upload }) =>
    example !== undefined &&
    !upload &&
    (!path.includes('{') ||
      /^\/v1\/(boards\/\{id\}|definitions\/\{key\})(\/[a-z]+)*$/.test(path)) &&
    !/-7c31-|[a-z_]+Id"|token/.test(JSON.stringify(example)) &&
    // These need a password, a link, or what only an operator can set up.
    !/^\/v1\/(auth|comms\/channels|ingest|comms\/(send|calls))/.test(path) &&
    // One needs the domain of the operator, the other all columns that there are.
    !/(addresses|reorder)$/.test(path),
)

describe('an example is taken as it is', () => {
  test('there are enough to tell', () => expect(independent.length).toBeGreaterThan(20))

  test.each(independent.map((operation) => [`${operation.method} ${operation.path}`, operation]))(
    '%s',
    async (_, operation) => {
      const answer = await post(operation as AnyOperation)
      expect([answer.status, answer.text]).toEqual([
        (operation as AnyOperation).status,
        answer.text,
      ])
    },
  )

  test.each([
    ['/v1/boards/{id}/keys', ingestOperations.writeRows],
    ['/v1/definitions/{key}/keys', ingestOperations.writeRecords],
  ])('by a key of %s: a dry run, as JSON and as a form', async (keys, operation) => {
    const { data } = (await post({ ...boardKeyOperations.createKey, path: keys as never })).body
    const headers = { origin: 'https://www.harborline.example' }
    const { path, example, formExample } = operation
    const asJson = await service.api('POST', `${path}?dryRun=true`, {
      token: data.secret,
      body: example,
      headers,
    })
    expect([asJson.status, asJson.body.ignored]).toEqual([200, []])
    expect(asJson.body.data.cells).toMatchObject({
      business: 'Acme Bakery',
      phone: '+14155550199',
      amount_requested: 40000,
    })
    const asForm = await service.api('POST', `${path}?dryRun=true`, {
      token: data.secret,
      body: new URLSearchParams(formExample as Record<string, string>).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([asForm.status, asForm.text]).toEqual([200, asForm.text])
  })
})
