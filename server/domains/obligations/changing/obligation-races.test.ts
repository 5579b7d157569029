import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../../tests/support/desks/fixtures.ts'
import {
  makeLoneDesk,
  type Obligation,
  type Obligations,
  openObligations,
} from '../../../tests/support/desks/obligations.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let all: Obligations
beforeAll(async () => {
  service = await startService()
  desk = await makeLoneDesk(service)
  all = openObligations(service, desk)
})
afterAll(() => service.stop())

const ROUNDS = 5
const OPEN = ['open', 'in_progress', 'submitted']
const reason = { reason: 'As agreed' }
const does = (id: number, verb: string, body?: object) =>
  all.as('admin')('POST', `/${id}/${verb}`, body)
const outcome = ({ status, body }: Obligation) => (status < 300 ? status : body.code)

test('of concurrent completions one succeeds, and makes one successor', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await all.add({ dueAt: '2026-01-01T00:00:00Z', recurrenceRule: 'FREQ=DAILY' })
    const answers = await Promise.all([
      does(id, 'complete'),
      does(id, 'complete'),
      does(id, 'waive', reason),
      does(id, 'complete', { notes: 'x' }),
    ])
    const outcomes = answers.map(outcome).sort()
    const { status } = await all.get(id)
    expect(outcomes).toEqual([201, ...Array(3).fill(`already_${status}`)])
    const made = await service.sql('SELECT id FROM obligations WHERE predecessor_id = $1', [id])
    expect(made).toHaveLength(1)
  }
})

test('a parent that is closed while a child is made or reopened has no new open child', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const parent = await all.add()
    const old = await all.add({ parentObligationId: parent.id })
    const moved = await all.add()
    await does(old.id, 'complete')
    const body = { title: 'A', obligationType: 'task', parentObligationId: parent.id }
    const [closed, ...children] = await Promise.all([
      round % 2 ? does(parent.id, 'complete') : does(parent.id, 'cancel', reason),
      all.member('POST', '', body),
      does(old.id, 'reopen', reason),
      all.member('PATCH', `/${moved.id}`, { parentObligationId: parent.id }),
    ])
    const below = (await all.member('GET', `?parentObligationId=${parent.id}`)).body
      .data as Obligation[]
    const open = below.filter(({ status }) => OPEN.includes(status))
    if (closed.status === 201) expect(open).toEqual([])
    else expect([closed.body.code, open.length > 0]).toEqual(['children_open', true])
    for (const child of children) expect([200, 201, 'parent_closed']).toContain(outcome(child))
  }
})

test('a child is either completed, or cancelled with its parent', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const parent = await all.add()
    const rule = { dueAt: '2026-01-01T00:00:00Z', recurrenceRule: 'FREQ=DAILY' }
    const child = await all.add({ parentObligationId: parent.id, ...rule })
    const [cancelled, completed] = await Promise.all([
      does(parent.id, 'cancel', reason),
      does(child.id, 'complete'),
    ])
    expect(cancelled.status).toBe(201)
    const { status } = await all.get(child.id)
    expect([outcome(completed), status]).toEqual(
      completed.status === 201 ? [201, 'completed'] : ['already_cancelled', 'cancelled'],
    )
    const below = (await all.member('GET', `?parentObligationId=${parent.id}`)).body
      .data as Obligation[]
    expect(below.filter(({ status }) => OPEN.includes(status))).toEqual([])
  }
})

test('concurrent moves never form a circle, however long', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [a, d, c, b] = [await all.add(), await all.add(), await all.add(), await all.add()]
    await all.change(b!.id, { parentObligationId: c!.id })
    await all.change(d!.id, { parentObligationId: a!.id })
    const move = (id: number, parentObligationId: number) =>
      all.member('PATCH', `/${id}`, { parentObligationId })
    const answers = await Promise.all([move(a.id, b.id), move(c.id, d.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  }
})

test('a chain that is closed from both ends at once answers every request', async () => {
  for (let round = 0; round < 3; round++) {
    const chain = [await all.add()]
    for (let i = 0; i < 6; i++) {
      chain.push(await all.add({ parentObligationId: chain.at(-1)!.id }))
    }
    const answers = await Promise.all(
      chain.flatMap(({ id }) => [does(id, 'cancel', reason), does(id, 'complete')]),
    )
    for (const answer of answers) {
      expect([201, 'already_cancelled', 'already_completed', 'children_open']).toContain(
        outcome(answer),
      )
    }
    for (const { id } of chain)
      expect(['completed', 'cancelled']).toContain((await all.get(id)).status)
  }
})
