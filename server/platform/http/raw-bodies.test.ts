import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed, one } from '../../../contract/language/common.ts'
import { operation } from '../../../contract/language/operation.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'
import { Refusal } from '../refusal.ts'
import { formFieldsOf, rawBodyOf } from './call.ts'

const FORM = 'application/x-www-form-urlencoded'
const reported = operation({
  method: 'POST',
  path: '/v1/told',
  tag: 'Told',
  access: 'public',
  summary: 'Raw',
  consumes: ['message/rfc822', FORM],
  bodyLimit: 1000,
  answer: one(closed({ bytes: Type.Integer(), field: Type.Union([Type.String(), Type.Null()]) })),
})

let service: TestService
beforeAll(async () => {
  service = await startService({
    extend: ({ bindPublic }) =>
      bindPublic(
        reported,
        async ({ request }) => ({
          data: { bytes: rawBodyOf(request).length, field: formFieldsOf(request).get('a') },
        }),
        async ({ headers }) => {
          if (headers.authorization === 'no') throw new Refusal('unauthenticated')
          return undefined
        },
      ),
  })
})
afterAll(() => service.stop())

const post = (type: string, body: string | Uint8Array = 'a=1', more = {}) =>
  service.api('POST', '/v1/told', { body, headers: { 'content-type': type, ...more } })

test('an operation that consumes other types than JSON gets the body as it came', async () => {
  const bytes = new Uint8Array([0xff, 0, 0x80])
  expect((await post('message/rfc822', bytes)).body).toEqual({ data: { bytes: 3, field: null } })
  const type = `${FORM.toUpperCase()}; charset=UTF-8`
  expect((await post(type, 'a=%C3%BC+1')).body).toEqual({ data: { bytes: 10, field: 'ü 1' } })
  expect((await post(FORM, '')).body).toEqual({ data: { bytes: 0, field: null } })
})

test('and accepts no other type, not even JSON, nor more than its limit', async () => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    expect((await post(type, '{}')).body, type).toMatchObject({ code: 'unsupported_media_type' })
  }
  expect((await post(FORM, 'x'.repeat(1001))).body).toMatchObject({ code: 'payload_too_large' })
  expect((await service.api('POST', '/v1/told')).status).toBe(415)
})

test('a caller who is not admitted gets the refusal before the body is read', async () => {
  expect((await post(FORM, 'x'.repeat(1001), { authorization: 'no' })).status).toBe(401)
})

test('the routes of JSON refuse those types', async () => {
  for (const type of ['message/rfc822', FORM]) {
    const headers = { 'content-type': type }
    const sent = await service.api('POST', '/v1/auth/signin', { body: 'a=1', headers })
    expect(sent.body).toMatchObject({ code: 'unsupported_media_type' })
  }
})
