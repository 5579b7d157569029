import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyOperation, isKeyAccess } from '../../../contract/language/operation.ts'
import { faultsOf } from '../coverage/answers.ts'
import { goodRequest, send } from '../coverage/requests.ts'
import { makeWorld, type World } from '../coverage/world.ts'
import type { Answer } from '../support/clients/client.ts'
import { until } from '../support/clients/listener.ts'
import { hearUnheard } from '../support/machine/unheard.ts'
import { type Failure, withFailure } from '../support/postgres/failing-exchange.ts'
import { dumpWorkspace } from '../support/service/dump.ts'
import { startService } from '../support/service/service.ts'

/**
 * Sends a good request of each of these operations while one of its exchanges with the database fails: the first, the
 * second, and so on, until all have failed and it succeeds.
 */
export function failExchanges(operations: readonly AnyOperation[], failure: Failure): void {
  const unheard = hearUnheard()
  let world: World
  beforeAll(async () => {
    const service = await startService()
    world = await makeWorld(service, 'Desk')
  })
  afterAll(async () => {
    unheard.stop()
    await world.service.stop()
  })

  test.each(
    // Streams go on asking after their answer has begun, so what follows them could not count its own exchanges.
    operations
      .toSorted((a, b) => Number(isStream(a)) - Number(isStream(b)))
      .map((operation) => ({ id: operation.operationId, operation })),
  )('$id', async ({ operation }) => {
    const faults = await faultsWhile(world, operation, failure, unheard.take)
    expect(faults).toEqual([])
  })

  test('every connection has come back', async () => {
    const { db } = world.service
    await until(() => db.load.idle === db.load.total && db.load.waiting === 0, 'idle connections')
  })
}

const isStream = ({ produces }: AnyOperation): boolean =>
  produces?.includes('text/event-stream') ?? false

/** More than any operation needs. */
const MOST_EXCHANGES = 100

/** What processes keep in memory, they keep for those who read and for those who write with a key. */
const keepsInMemory = ({ method, access }: AnyOperation): boolean =>
  method === 'GET' || access === 'public' || isKeyAccess(access)

async function faultsWhile(
  world: World,
  operation: AnyOperation,
  failure: Failure,
  unheard: () => Promise<string[]>,
): Promise<string[]> {
  const ask = async () => send(world.service, operation, await goodRequest(world, operation))
  const faults = await faultsOfFailures(world, operation, failure, unheard)
  if (!keepsInMemory(operation) || isStream(operation)) return faults
  // Some is kept only once somebody has asked twice.
  await ask()
  await ask()
  const later = await faultsOfFailures(world, operation, failure, unheard)
  return [...faults, ...later.map((fault) => `again: ${fault}`)]
}

async function faultsOfFailures(
  world: World,
  operation: AnyOperation,
  failure: Failure,
  unheard: () => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  const sent = await goodRequest(world, operation)
  const isRead = operation.method === 'GET'
  const before = isRead ? undefined : await held(world)
  for (let nth = 1; nth < MOST_EXCHANGES; nth++) {
    const say = (found: string[]) =>
      faults.push(...found.map((fault) => `exchange ${nth}: ${fault}`))
    const { result: answer, hasFailed } = await withFailure(nth, failure, () =>
      send(world.service, operation, sent).catch((error: Error) => error),
    )
    say(await unheard())
    const isDone = !(answer instanceof Error) && answer.status < 300
    if (isDone && isStream(operation)) return faults
    if (isDone) say(faultsOf(operation, answer, 'success'))
    else say(faultsOfFailure(operation, answer))
    // A read may go on elsewhere, on the primary for one.
    if (isDone && (!hasFailed || !isRead)) return faults
    if (before) say(differences(before, await held(world)))
  }
  return [...faults, `still fails after ${MOST_EXCHANGES} exchanges`]
}

function faultsOfFailure(operation: AnyOperation, answer: Answer | Error): string[] {
  // A file that has begun can only break off.
  if (answer instanceof Error) return operation.produces ? [] : [String(answer)]
  const faults = faultsOf(operation, answer, 'overloaded')
  if (answer.headers.get('retry-after') === null) faults.push('has no Retry-After')
  return faults
}

type Held = Awaited<ReturnType<typeof dumpWorkspace>>

/** All that the workspace holds, except who asked how often, which counts before an answer. */
async function held({ service, desk }: World): Promise<Held> {
  const {
    access_tokens: _uses,
    ingest_keys: _keys,
    ingest_rates: _rates,
    ...rest
  } = await dumpWorkspace(service.sql, desk.workspaceId)
  return rest
}

const differences = (before: Held, after: Held): string[] =>
  Object.keys({ ...before, ...after })
    .filter((table) => String(before[table]) !== String(after[table]))
    .map((table) => `wrote to ${table}`)
