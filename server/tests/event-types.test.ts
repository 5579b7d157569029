import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type EventNoun, type EventType, events, eventTypes } from '../../contract/events/events.ts'
import { operations } from '../../contract/operations.ts'
import type * as sdk from '../../sdk/client.ts'
import { names, topics, words } from '../../web/areas/settings/audit/event-words.rules.ts'
import { overrideFunding } from '../domains/agreements/overrides.ts'
import { appendMessageEvent } from '../domains/comms/sending/queueing.ts'
import type { NewEvent } from '../domains/events/events.ts'
import { appendEvent } from '../domains/events/events.ts'
import { importTurn } from '../domains/imports/running/work.ts'
import { createUser, listWorkspaces, setPassword } from '../domains/workspaces/operators.ts'
import { eventFaults, type PulledEvent, pullAll } from './coverage/pulled-events.ts'
import { goodRequest, send } from './coverage/requests.ts'
import { makeWorld, type World } from './coverage/world.ts'
import { until } from './support/clients/listener.ts'
import { startService, type TestService } from './support/service/service.ts'

const all = eventTypes.map(({ type }) => type)
/** The type of an event that happens only once, as the last one: when the feed has it, it has all of them. */
const LAST: EventType = 'message.uncertain'

describe('What is made from the catalogue has every type, and no other:', () => {
  test('docs/events.md', () => {
    const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    expect([...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type)).toEqual(all)
  })

  test('the words of the audit', () => {
    expect(Object.keys(words)).toEqual(all)
    expect(Object.keys(names)).toEqual(Object.keys(events))
    expect(topics.flatMap(({ value }) => value.split(','))).toEqual(
      Object.keys(events).map((noun) => `${noun}.*`),
    )
  })

  test('the types of the client, which tell events apart', () => {
    expectTypeOf<sdk.EventType>().toEqualTypeOf<EventType>()
    expectTypeOf<sdk.EventNoun>().toEqualTypeOf<EventNoun>()
    const entriesOf = (event: sdk.FeedEvent) => {
      // @ts-expect-error Not every event is about a deal.
      const guessed = event.data.entryId
      return event.type === 'deal.collected' ? event.data.entryId : guessed
    }
    expectTypeOf(entriesOf).parameter(0).toHaveProperty('type')
    type OfComment = Extract<sdk.FeedEvent, { type: 'comment.created' }>
    expectTypeOf<OfComment['data']['mentions']>().toEqualTypeOf<number[]>()
  })
})

test('what is written is in the catalogue, with the data of its type', () => {
  const by = { actor: 'system', subject: 'team:1' }
  const right: NewEvent[] = [
    { ...by, type: 'team.created', data: { name: 'Closers' } },
    { ...by, type: 'columns.reordered' },
    { ...by, type: 'rows.deleted', data: { runs: [[1, 5]] } },
  ]
  const wrong: NewEvent[] = [
    // @ts-expect-error There is no such type.
    { ...by, type: 'team.painted', data: { name: 'Closers' } },
    // @ts-expect-error A team has a name.
    { ...by, type: 'team.created' },
    // @ts-expect-error A deal has another.
    { ...by, type: 'team.created', data: { dealId: 1 } },
    // @ts-expect-error Rows are stored by id or position, without cells.
    { ...by, type: 'rows.created', data: { rows: [] } },
  ]
  expect([right, wrong].map(({ length }) => length)).toEqual([3, 4])
})

describe('Of a workspace where everything has happened', () => {
  let service: TestService
  let world: World
  const pulled = {
    owner: [] as PulledEvent[],
    manager: [] as PulledEvent[],
    viewer: [] as PulledEvent[],
  }
  beforeAll(async () => {
    service = await startService()
    world = await makeWorld(service, 'Desk')
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      await send(service, operation, await goodRequest(world, operation))
    }
    await doTheRest()
    await until(async () => {
      const events = await pullAll(service, world.desk.tokens.owner)
      return events.some(({ type }) => type === LAST)
    }, 'the last event in the feed, which waits for what others have begun')
    for (const role of ['owner', 'manager', 'viewer'] as const) {
      pulled[role] = await pullAll(service, world.desk.tokens[role])
    }
  })
  afterAll(() => service.stop())

  /** Does what no request can: the work of the operator, of the worker, and of the providers of texts and email. */
  async function doTheRest(): Promise<void> {
    const { workspaceId } = world.desk
    const { workspaces } = service
    const { slug } = (await listWorkspaces(workspaces)).find(({ id }) => id === workspaceId)!
    const user = { email: 'operated@desk.example', name: 'Ola', password: 'correct horse battery' }
    await createUser(workspaces, { ...user, workspace: slug, role: 'member' })
    const funding = { amountMinor: '900', period: 'month' }
    await overrideFunding(workspaces, { workspace: slug, kind: 'terms_of_service', funding })
    const policy = `/v1/definitions/${world.page.key}/column-policies/${world.page.column.key}`
    for (const body of [{ visibleTo: { mode: 'nobody' } }, {}]) {
      await service.api('PUT', policy, { token: world.owner, body })
    }
    const { email, password } = {
      email: 'operated@desk.example',
      password: 'correct horse battery',
    }
    await service.api('POST', '/v1/auth/signin', { body: { email, password: 'wrong' } })
    await service.sql(
      `INSERT INTO password_resets SELECT sha256('reset'), id, now() + interval '1 hour' FROM accounts WHERE email = $1`,
      [email],
    )
    const reset = { token: 'reset', password }
    await service.api('POST', '/v1/auth/password-reset/confirm', { body: reset })
    await setPassword(workspaces, email, password)
    const signedIn = await service.api('POST', '/v1/auth/signin', { body: { email, password } })
    const token = signedIn.body.data.accessToken
    const change = { currentPassword: password, newPassword: 'battery staple' }
    await service.api('POST', '/v1/auth/password', { token, body: change })
    await service.api('POST', '/v1/auth/signout', { token })
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      await send(service, operation, await goodRequest(world, operation))
    }
    await service.api('GET', `/v1/definitions/${world.page.key}/rows?as=role:viewer`, {
      token: world.owner,
    })
    await service.db.withWorkspace({ workspaceId }, async (tx) =>
      appendEvent(tx, {
        type: 'backup.made',
        actor: 'system',
        subject: `workspace:${workspaceId}`,
      }),
    )
    await importTurn(service, new AbortController().signal)
    const verbs = ['sent', 'delivered', 'failed', 'updated', 'read', 'uncertain'] as const
    await service.db.withWorkspace({ workspaceId }, async (tx) => {
      for (const verb of verbs) appendMessageEvent(tx, 'system', verb, 1, { id: 1, row_id: null })
    })
  }

  test('every type was written', () => {
    expect([...new Set(pulled.owner.map(({ type }) => type))].sort()).toEqual([...all].sort())
  })

  test.each(Object.keys(pulled) as (keyof typeof pulled)[])(
    'each event fits its schema for a seat of the role %s',
    (role) => {
      expect(pulled[role].flatMap(eventFaults)).toEqual([])
    },
  )

  test('one that does not fit is found', () => {
    const right = pulled.owner.find(({ type }) => type === 'comment.created')!
    const { mentions: _, ...less } = right.data
    const faultsOf = (change: Partial<PulledEvent>) => eventFaults({ ...right, ...change })
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ type: 'comment.painted' })).toHaveLength(1)
    expect(faultsOf({ subject: 'comment:1' })).toHaveLength(1)
    expect(faultsOf({ data: less })).toHaveLength(1)
    expect(faultsOf({ data: { ...right.data, body: 'A text' } })).toHaveLength(1)
  })

  test('those below admin get what is for everyone, and no member that is for admins', () => {
    const forAdmins = eventTypes.filter(
      ({ audience }) => audience === 'admins' || audience === 'audit',
    )
    const hidden = new Set<string>(forAdmins.map(({ type }) => type))
    for (const role of ['manager', 'viewer'] as const) {
      expect(pulled[role].filter(({ type }) => hidden.has(type))).toEqual([])
      expect(pulled[role].filter(({ data }) => 'definitionId' in data || 'key' in data)).toEqual([])
    }
    expect(new Set(pulled.manager.map(({ type }) => type)).size).toBe(all.length - hidden.size)
  })
})
