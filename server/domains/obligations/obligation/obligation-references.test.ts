import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../../tests/support/desks/fixtures.ts'
import {
  makeLoneDesk,
  type Obligations,
  openObligations,
} from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeTrash } from '../../records/trash/trash-purge.ts'

let service: TestService
let desk: Desk
let all: Obligations
let elsewhere: Obligations
beforeAll(async () => {
  service = await startService()
  desk = await makeLoneDesk(service)
  all = openObligations(service, desk)
  elsewhere = openObligations(service, await makeLoneDesk(service, 'Elsewhere'))
})
afterAll(() => service.stop())

const NOWHERE = '0190cafe-0000-7000-8000-00000000dead'

test('everything that a body names must exist here, and every field that does not is listed', async () => {
  const { id } = await all.add()
  for (let i = 0; i < 3; i++) await elsewhere.add()
  const foreign = {
    assignedToUserId: 99,
    documentId: 1e300,
    parentObligationId: Number.MAX_SAFE_INTEGER,
    dealRowId: await elsewhere.row(),
  }
  const trashed = await all.row()
  await service.api('DELETE', `/v1/definitions/deals/rows/${trashed}`, { token: desk.tokens.owner })
  const theirs = await elsewhere.document('voided_check')
  const mine = await service.sql('SELECT max(id) AS id FROM documents WHERE workspace_id = $1', [
    desk.workspaceId,
  ])
  for (const body of [
    foreign,
    { documentId: Math.max(theirs, mine[0].id) + 1 },
    { parentObligationId: 0 },
    { parentObligationId: -5 },
    { assignedToUserId: -1 },
    { dealRowId: NOWHERE },
    { dealRowId: trashed },
  ]) {
    const sent = { title: 'A', obligationType: 'task', ...body }
    for (const answer of [
      await all.member('POST', '', sent),
      await all.member('PATCH', `/${id}`, body),
      await all.member('PATCH', '/2000000000', body),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'unknown_reference'])
      const paths = answer.body.issues.map(({ path }: { path: string }) => path)
      expect(paths).toEqual(Object.keys(body).map((field) => `body.${field}`))
    }
  }
  expect((await all.get(id)).updatedAt).toBe((await all.get(id)).createdAt)
})

test('a document has the required type, whichever of the two is written', async () => {
  const [check, lease] = [await all.document('voided_check'), await all.document('lease')]
  const required = { requiredDocumentType: 'voided_check' }
  const { id } = await all.add({ ...required, documentId: check })
  const path = async (body: object) => {
    const answers = [
      await all.member('POST', '', {
        title: 'A',
        obligationType: 'task',
        ...required,
        documentId: check,
        ...body,
      }),
      await all.member('PATCH', `/${id}`, body),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    return answers.map(({ body }) => body.issues[0].path)
  }
  expect(await path({ documentId: lease })).toEqual(['body.documentId', 'body.documentId'])
  expect(await path({ requiredDocumentType: 'lease' })).toEqual([
    'body.documentId',
    'body.requiredDocumentType',
  ])
  await all.change(id, { documentId: null, requiredDocumentType: 'lease' })
  await all.change(id, { documentId: lease })
  expect(await all.change(id, { requiredDocumentType: null, documentId: check })).toMatchObject({
    documentId: check,
  })
})

test('a parent is never below it, nor closed', async () => {
  const top = await all.add()
  const middle = await all.add({ parentObligationId: top.id })
  const bottom = await all.add({ parentObligationId: middle.id })
  for (const parentObligationId of [top.id, middle.id, bottom.id]) {
    const refused = await all.member('PATCH', `/${top.id}`, { parentObligationId })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.issues[0].path).toBe('body.parentObligationId')
  }
  const other = await all.add()
  await all.change(bottom.id, { parentObligationId: other.id })
  expect(await all.change(middle.id, { parentObligationId: bottom.id })).toMatchObject({
    parentObligationId: bottom.id,
  })
  await all.change(top.id, { parentObligationId: middle.id })
  await all.change(top.id, { parentObligationId: null })

  const closed = await all.add()
  await all.does(closed.id, 'waive', { reason: 'Not needed' })
  const body = { parentObligationId: closed.id }
  for (const refused of [
    await all.member('PATCH', `/${top.id}`, body),
    await all.member('POST', '', { title: 'A', obligationType: 'task', ...body }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'parent_closed'])
  }
  const child = await all.add({ parentObligationId: other.id })
  await all.does(other.id, 'waive', { reason: 'Not needed' })
  expect(await all.change(child.id, { parentObligationId: other.id, title: 'B' })).toMatchObject({
    title: 'B',
    parentObligationId: other.id,
  })
})

test('an obligation stays when the row that it is about is purged, without it', async () => {
  const dealRowId = await all.row()
  const { id } = await all.add({ dealRowId })
  await service.api('DELETE', `/v1/definitions/deals/rows/${dealRowId}`, {
    token: desk.tokens.owner,
  })
  await service.sql("UPDATE rows SET deleted_at = now() - interval '31 days' WHERE id = $1", [
    dealRowId,
  ])
  await purgeTrash(service.db, service.connection, new AbortController().signal)
  expect(await service.sql('SELECT FROM rows WHERE id = $1', [dealRowId])).toEqual([])
  const kept = await all.member('GET', `/${id}`)
  expect([kept.status, kept.body.data?.dealRowId]).toEqual([200, null])
})
