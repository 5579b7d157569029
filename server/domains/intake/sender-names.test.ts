import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../tests/support/desks/fixtures.ts'
import {
  INBOUND_DOMAIN,
  startService,
  type TestService,
} from '../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

test('an export and the list of senders name the form, the address and the key that added a row, as far as the reader can list them', async () => {
  const board = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Added by', type: 'created_by' },
  ])
  const make = async (path: string, body: object) => {
    const made = await service.api('POST', `/v1/boards/${board.id}/${path}`, {
      token: desk.tokens.owner,
      body,
    })
    expect(made.status, made.text).toBe(201)
    return made.body.data
  }
  const form = await make('forms', { name: 'Apply', title: 'Apply', columns: [{ key: 'name' }] })
  const address = await make('addresses', { columns: { subject: 'name' } })
  const senders = [`form:${form.id}`, `address:${address.id}`, `key:${board.keyId}`, 'form:gone']
  for (const sender of senders) {
    const { id } = await make('rows', { cells: { name: sender.split(':')[0] } })
    await service.sql('UPDATE rows SET created_by = $2 WHERE id = $1', [id, sender])
  }
  // Their rows still name them.
  const removed = await service.api('DELETE', `/v1/boards/${board.id}/forms/${form.id}`, {
    token: desk.tokens.owner,
  })
  expect(removed.status).toBe(204)
  const linesFor = async (token: string) => {
    const answer = await fetch(`${service.origin}/v1/boards/${board.id}/export?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.text()).trim().split('\r\n').slice(1)
  }
  const lines = ['form,Form “Apply”', `address,${address.address}`]
  expect(address.address).toContain(`@${INBOUND_DOMAIN}`)
  expect(await linesFor(desk.tokens.admin)).toEqual([...lines, 'key,Key “test”', 'form,form:gone'])
  expect(await linesFor(desk.tokens.viewer)).toEqual([
    ...lines,
    `key,key:${board.keyId}`,
    'form,form:gone',
  ])
  const listed = async (token: string) =>
    (await service.api('GET', `/v1/boards/${board.id}/senders`, { token })).body.data
  const ofIntake = [
    { ref: `form:${form.id}`, kind: 'form', name: 'Apply' },
    { ref: `address:${address.id}`, kind: 'address', name: address.address },
  ]
  const ofKey = { ref: `key:${board.keyId}`, kind: 'key', name: 'test' }
  expect(await listed(desk.tokens.admin)).toEqual([ofKey, ...ofIntake])
  expect(await listed(desk.tokens.viewer)).toEqual(ofIntake)
})
