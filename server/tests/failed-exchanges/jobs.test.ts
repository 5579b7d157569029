import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviders } from '../../domains/comms/sending/providers.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { Outbound } from '../../platform/outbound/outbound.ts'
import { createSeal } from '../../platform/secrets/seal.ts'
import { jobsOf } from '../../worker.ts'
import { makeWorld, type World } from '../coverage/world.ts'
import { formOf } from '../support/desks/imports.ts'
import { hearUnheard } from '../support/machine/unheard.ts'
import { withFailure } from '../support/postgres/failing-exchange.ts'
import { PUBLIC_URL, SECRET_KEY, startService } from '../support/service/service.ts'

const unheard = hearUnheard()
let world: World
let jobs: Job[]
beforeAll(async () => {
  const service = await startService()
  world = await makeWorld(service, 'Desk')
  const { db, files, connection: owner } = service
  const log = pino({ level: 'silent' })
  const seal = createSeal(SECRET_KEY)
  const outbound = new Outbound()
  const providers = createProviders({ db, seal, outbound })
  jobs = jobsOf(
    { db, files, owner, log, seal, publicUrl: PUBLIC_URL },
    { seal, outbound, providers, mail: undefined },
  )
})
afterAll(async () => {
  unheard.stop()
  await world.service.stop()
})

/** Those that take one turn after another; `ended-connections.test.ts` has the others. */
const turns = [
  'sweep',
  'statistics',
  'trash',
  'row texts',
  'unresolved',
  'column indexes',
  'files',
  'imports 1',
  'imports 2',
  'imports 3',
  'media 1',
  'media 2',
  'media 3',
  'media 4',
  'obligations',
  'form notices',
  'chain',
  'erasure',
]

test('these are all', () => {
  expect(jobs.filter(({ isEndless }) => !isEndless).map(({ name }) => name)).toEqual(turns)
})

/** More than any turn needs. */
const MOST_EXCHANGES = 200

test.each(turns)('%s: whatever fails, it goes on with the next turn', async (name) => {
  const { run } = jobs.find((job) => job.name === name)!
  const { signal } = new AbortController()
  const started = await startImport()
  for (let nth = 1; nth < MOST_EXCHANGES; nth++) {
    await makeDue()
    const { result, hasFailed } = await withFailure(nth, 'late', () =>
      run(signal).catch((error: Error) => error),
    )
    expect(await unheard.take()).toEqual([])
    if (hasFailed) continue
    expect(result).not.toBeInstanceOf(Error)
    for (let more = result; more === true; more = await run(signal)) await makeDue()
    if (name.startsWith('imports')) expect(await started.status()).toBe('completed')
    return
  }
  throw new Error(`it still fails after ${MOST_EXCHANGES} exchanges`)
})

async function startImport() {
  const { service, owner: token, board } = world
  const answer = await service.api('POST', '/v1/boards/import', {
    token,
    body: formOf({ boardId: board.id, file: 'Desk Name\nAcme\nBolt\n' }),
  })
  const path = `/v1/boards/${board.id}/imports/${answer.body.data.id}`
  return {
    status: async () => (await service.api('GET', path, { token })).body.data.status,
  }
}

/** What a failed turn has claimed would be due only after a while. */
async function makeDue(): Promise<void> {
  const { sql } = world.service
  await sql('UPDATE due_work SET due_at = now()')
  await sql("UPDATE import_runs SET lease_until = now() - interval '1 s'")
}
