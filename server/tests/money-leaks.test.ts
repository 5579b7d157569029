import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { accountingOperations } from '../../contract/accounting/accounting.ts'
import type { AnswerOf, AnyOperation } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { goodRequest, type Sent, send } from './coverage/requests.ts'
import { bindLeaks, leakyMoney } from './leaks/leaky.ts'
import { moneyRequests } from './leaks/money/asking.ts'
import { allFigures, foundIn, foundInAnswer, ownFigures } from './leaks/money/secrets.ts'
import {
  MARK,
  type MoneyAsker,
  type MoneyWorld,
  makeMoneyWorld,
  moneyAskers,
} from './leaks/money/world.ts'
import { moneyWays } from './leaks/ways.ts'
import { listen, until } from './support/clients/listener.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { startService, type TestService } from './support/service/service.ts'

// Who sees money: every way out, as members and viewers with a split of their own and without.

let service: TestService
let world: MoneyWorld
/** All figures, and each asker's own. */
let all: Set<string>
const own = {} as Record<MoneyAsker, Set<string>>
beforeAll(async () => {
  service = await startService({ extend: bindLeaks, outbound: { allowWebhooks: true } })
  service.work()
  world = await makeMoneyWorld(service)
  all = await allFigures(world)
  for (const asker of moneyAskers) own[asker] = await ownFigures(world, asker)
  await service.eventsReadable()
})
afterAll(() => service.stop())

const isForManagers = ({ access }: AnyOperation) => access === 'workspace:manager'
const isStream = ({ produces }: AnyOperation) => produces?.includes('text/event-stream')
const lines = moneyWays
  .filter(({ operation }) => !isStream(operation))
  .map(({ operation }) => ({ id: operation.operationId, operation }))

/** The figures that the asker may not see. */
const secretsOf = (asker: MoneyAsker, setting: 'own' | 'managers'): string[] =>
  [...all].filter((figure) => setting === 'managers' || !own[asker].has(figure))

interface Seen {
  leaked: Set<string>
  ownSeen: Set<string>
  statuses: Set<number>
}

const made = new Map<AnyOperation, Promise<Sent[]>>()
/** An operation's requests, made once for all askers, who change nothing with them. */
function requestsOf(operation: AnyOperation): Promise<Sent[]> {
  const requests = made.get(operation) ?? moneyRequests(world, operation)
  made.set(operation, requests)
  return requests
}

async function askAll(
  operation: AnyOperation,
  asker: MoneyAsker,
  setting: 'own' | 'managers',
): Promise<Seen> {
  const seen: Seen = { leaked: new Set(), ownSeen: new Set(), statuses: new Set() }
  for (const sent of await requestsOf(operation)) {
    const answer = withoutPositions(withoutNames(await as(asker, operation, sent), sent), operation)
    seen.statuses.add(answer.status)
    for (const figure of foundInAnswer(answer, secretsOf(asker, setting))) {
      seen.leaked.add(`${figure} in ${answer.text.slice(0, 400)}`)
    }
    for (const figure of foundInAnswer(answer, own[asker])) seen.ownSeen.add(figure)
  }
  return seen
}

const as = (asker: MoneyAsker, operation: AnyOperation, sent: Sent) =>
  send(service, operation, { ...sent, token: world.seats[asker].token })

/** An answer without the party that the request names, which a balance repeats. */
function withoutNames<A extends { text: string; body: unknown }>(answer: A, { params }: Sent): A {
  const ref = params?.ref
  return ref ? replaced(answer, decodeURIComponent(String(ref))) : answer
}

/**
 * An answer without the positions of events: they have numbers of transactions, one of which may be a figure too on a
 * server that many tests share.
 */
function withoutPositions<A extends { text: string; body: unknown }>(
  answer: A,
  { path }: AnyOperation,
): A {
  return path.startsWith('/v1/events') ? replaced(answer, /(?<=ursor":")[^"]+/g) : answer
}

function replaced<A extends { text: string; body: unknown }>(answer: A, what: RegExp | string): A {
  const text = answer.text.replaceAll(what, '')
  return { ...answer, text, body: JSON.parse(text), bytes: Buffer.from(text) }
}

test('the world has figures of others, of the house, of totals, and some of one’s own', () => {
  expect(all.size).toBeGreaterThan(100)
  for (const asker of moneyAskers) {
    expect(own[asker].size > 5, asker).toBe(asker.endsWith('with a split'))
    expect(secretsOf(asker, 'own').length).toBeGreaterThan(60)
  }
})

describe.each(['own', 'managers'] as const)('where money is visible to %s', (setting) => {
  beforeAll(() => world.choose(setting))
  const cells = lines.flatMap((line) => moneyAskers.map((asker) => ({ ...line, asker })))

  test.each(cells)('$id tells the $asker nothing of others', async ({ operation, asker }) => {
    const { leaked, ownSeen, statuses } = await askAll(operation, asker, setting)
    expect([...leaked]).toEqual([])
    if (isForManagers(operation)) expect([...statuses]).toEqual([403])
    else if (operation.path.startsWith('/v1/accounting') && operation.method !== 'GET') {
      const lets = operation.access === 'workspace' && asker.startsWith('member')
      expect(statuses.has(403)).toBe(!lets)
      if (!lets) expect(statuses.size).toBe(1)
    } else if (setting === 'own' && asker.endsWith('with a split')) {
      expect(ownSeen.size).toBeGreaterThan(0)
    } else if (setting === 'managers') expect([...ownSeen]).toEqual([])
  })

  test('a deal and a split that are not seen are answered as ones that there are none of', async () => {
    const missing = 2_000_000_001
    for (const asker of moneyAskers) {
      for (const { operation } of lines) {
        if (operation.method !== 'GET' || isForManagers(operation)) continue
        if (!/\/(deals|deal-splits)\/\{id\}/.test(operation.path)) continue
        const isDeal = operation.path.includes('/deals/')
        const id = isDeal ? world.foreign.id : world.foreign.splitIds[0]!
        const hidden = await as(asker, operation, { params: { id } })
        const none = await as(asker, operation, { params: { id: missing } })
        expect([hidden.status, hidden.text]).toEqual([404, none.text])
      }
    }
  })

  test('webhooks of members and viewers are sent nothing of it, and those of managers all', async () => {
    const receiver = await startReceiver()
    const roles = ['viewer', 'member', 'manager'] as const
    const hooks = await Promise.all(
      roles.map((role) =>
        world.ask('POST', '/v1/webhooks', {
          url: `${receiver.url}/${role}`,
          types: ['*'],
          role,
        }),
      ),
    )
    await touch(world.shared.id)
    await world.ask('POST', '/v1/workspace/teams', { name: `After ${setting}` })
    const sentTo = (role: string) =>
      receiver.received.filter(({ path }) => path === `/${role}`).map(({ body }) => body)
    for (const role of roles) {
      await until(() => sentTo(role).some((body) => body.includes('team.created')), 'the last')
    }
    await until(() => sentTo('manager').some((body) => body.includes('"deal.updated"')), 'it')
    for (const role of ['viewer', 'member']) {
      expect(foundIn(sentTo(role), all)).toEqual([])
      expect(sentTo(role).join()).not.toMatch(/"deal|"draw/)
    }
    for (const { data } of hooks) await world.ask('DELETE', `/v1/webhooks/${data.id}`)
    receiver.stop()
  })
})

/** Changes a deal, so that there is an event about it. */
const touch = (id: number) => world.ask('PATCH', `/v1/accounting/deals/${id}`, { name: 'Deal 1' })

test('an open stream stops telling of money when the workspace hides it, and tells of one’s own', async () => {
  await world.choose('everyone')
  const listeners = await Promise.all(
    moneyAskers.map(async (asker) => ({
      asker,
      ...(await listen(service.origin, '/v1/events/stream', { token: world.seats[asker].token })),
    })),
  )
  const { token } = world.seats['member with a split']
  const onBoard = await listen(service.origin, `/v1/boards/${world.board.id}/events`, { token })
  const untilAllHave = (types: string, count: number) =>
    until(
      () =>
        listeners.every(
          ({ events }) => events.filter(({ type }) => type === types).length >= count,
        ),
      types,
    )
  await touch(world.foreign.id)
  await untilAllHave('deal.updated', 1)
  await world.choose('own')
  const { data: entry } = await world.ask(
    'POST',
    `/v1/accounting/deals/${world.shared.id}/expectations`,
    { amountMinor: 31_337 },
  )
  await touch(world.foreign.id)
  await world.ask('POST', `/v1/accounting/deal-splits/${world.shared.splitIds[3]}/hold`, {
    reason: MARK,
  })
  await world.ask('POST', '/v1/workspace/teams', { name: 'Once own' })
  await untilAllHave('team.created', 1)
  for (const { asker, events, close } of listeners) {
    const after = events.slice(1).map(({ type }) => type)
    const isOwn = asker.endsWith('with a split')
    expect(after, asker).toEqual([...(isOwn ? ['deal.expected'] : []), 'team.created'])
    expect(JSON.stringify(events)).not.toContain(entry.id)
    close()
  }
  expect(onBoard.events).toEqual([])
  onBoard.close()
})

test('what a manager posted is not replayed to the member that they are by then', async () => {
  await world.choose('own')
  const { workspaceId, seats, tokens } = world.desk
  const path = `/v1/accounting/deals/${world.shared.id}/expectations`
  const post = () =>
    service.api('POST', path, {
      token: tokens.manager,
      body: { amountMinor: 77_773 },
      headers: { 'idempotency-key': 'kept' },
    })
  expect((await post()).status).toBe(201)
  await world.ask('PATCH', `/v1/workspace/seats/${seats.manager}`, { role: 'member' })
  const replayed = await post()
  expect(replayed.status).toBe(403)
  expect(replayed.text).not.toContain('77773')
  await service.sql(
    "UPDATE seats SET role = 'manager' WHERE workspace_id = $1 AND crm_user_id = $2",
    [workspaceId, seats.manager],
  )
})

describe('where everybody sees money, the same requests tell it', () => {
  beforeAll(() => world.choose('everyone'))

  const reads = lines.filter(
    ({ operation }) => operation.method === 'GET' && !isForManagers(operation),
  )
  test.each(reads)('$id, to a viewer without a split', async ({ operation }) => {
    const shown = new Set<string>()
    for (const sent of await requestsOf(operation)) {
      const answer = withoutNames(await as('viewer', operation, sent), sent)
      for (const figure of foundInAnswer(answer, all)) shown.add(figure)
    }
    expect(shown.size).toBeGreaterThan(0)
  })

  test('and no other operation does, even to the owner', async () => {
    const placed = new Set(moneyWays.map(({ operation }) => operation.operationId))
    const telling: string[] = []
    for (const operation of operations) {
      if (placed.has(operation.operationId) || isStream(operation)) continue
      const sent = await goodRequest(world, operation)
      const shown = foundInAnswer(await send(service, operation, sent), all)
      if (shown.length > 0) telling.push(`${operation.operationId}: ${shown}`)
    }
    expect(telling).toEqual([])
  })
})

describe('what the matrix catches', () => {
  test('an operation that answers money past the projector', async () => {
    await world.choose('own')
    const answer = await as('viewer', leakyMoney, { params: { id: world.shared.id } })
    expect(foundInAnswer(answer, secretsOf('viewer', 'own'))).toContain('45678917')
  })

  test('stored money is no answer: the compiler refuses it', () => {
    type Deal = AnswerOf<typeof accountingOperations.getDeal>['data']
    const stored = { id: 1, name: '', currency: '', dealRowId: null, createdAt: '', updatedAt: '' }
    // @ts-expect-error the money of an answer comes from the projector
    const answered: Deal = stored
    expect(answered).toBe(stored)
  })
})
