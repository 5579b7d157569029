// Requests with several ids of another workspace at once, in any place that takes one: they reveal and change nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOperation } from '../../contract/language/operation.ts'
import { operations } from '../../contract/operations.ts'
import { authOperations } from '../../contract/workspaces/auth.ts'
import { goodRequest, type Sent, send } from './coverage/requests.ts'
import { paramsOf } from './coverage/subjects.ts'
import { idsOf, makeWorld, type World } from './coverage/world.ts'
import { dumpWorkspace } from './support/service/dump.ts'
import { startService, type TestService } from './support/service/service.ts'
import { idSitesOf } from './tenants/id-sites.ts'
import { leaksIn } from './tenants/probes.ts'
import { rulesFor } from './tenants/rules.ts'

const REQUESTS = 5000
const SEED = Number(process.env.SEED ?? 1)
/** Each ends the session that it is sent in, or the workspace that the requests are about. */
const ends: AnyOperation[] = [authOperations.signOut, authOperations.switchWorkspace]

let service: TestService
let ours: World
let theirs: World
beforeAll(async () => {
  service = await startService()
  ours = await makeWorld(service, 'Harborline')
  theirs = await makeWorld(service, 'Canary-7f3d')
})
afterAll(() => service.stop())

test(`${REQUESTS} requests (seed ${SEED}) with ids of another workspace`, async () => {
  const before = await dumpWorkspace(service.sql, theirs.desk.workspaceId)
  const targets = operations.filter((one) => !ends.includes(one))
  const foreign = [...idsOf(theirs), theirs.guest]
  const plans = fc.sample(
    fc.record({
      target: fc.constantFrom(...targets),
      picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 }),
    }),
    { numRuns: REQUESTS, seed: SEED },
  )
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const sentBefore = new Set<string | number>()
  const stored = new Set<string | number>()
  for (const { target, picks } of plans) {
    const { sent, ids, free } = spoiled(target, await goodRequest(ours, target), picks, foreign)
    const answer = await send(service, target, sent)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    for (const id of ids) sentBefore.add(id)
    for (const id of free) stored.add(id)
    // A receipt repeats the names of columns that were sent, whatever they are.
    const isReceipts = target.operationId.endsWith('_receipts')
    const known = isReceipts ? [...sentBefore] : [...ids, ...stored]
    const found = leaksIn(answer, theirs, known)
    if (answer.status >= 500) found.push(`answered ${answer.status}`)
    faults.push(...found.map((one) => `${target.operationId} ${JSON.stringify(sent)}: ${one}`))
  }
  const after = await dumpWorkspace(service.sql, theirs.desk.workspaceId)
  for (const table of Object.keys(after)) {
    if (`${ofTheirs(before, table)}` !== `${ofTheirs(after, table)}`)
      faults.push(`changed ${table}`)
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`)
  console.log(`figure: ${REQUESTS} requests with foreign ids, ${counts.join(', ')}`)
  expect(faults.slice(0, 10)).toEqual([])
})

/** The operator publishes versions of agreements while the requests are made, which every workspace is told. */
const ofTheirs = (dump: Record<string, string[]>, table: string): string[] =>
  (dump[table] ?? []).filter((row) => table !== 'events' || !row.includes('agreement.published'))

/** The request with foreign ids in some of its places; each pick chooses a place, and an id for it. */
function spoiled(
  target: AnyOperation,
  good: Sent,
  picks: readonly number[],
  foreign: readonly (string | number)[],
): Record<'ids' | 'free', (string | number)[]> & { sent: Sent } {
  const params = paramsOf(target).map(({ name }) => name)
  const rules = idSitesOf(target).flatMap((site) => rulesFor(target, site) ?? [])
  const ids: (string | number)[] = []
  /** Those in fields that refer to nothing here, such as an obligation's `facilityId`: they are our own from then on. */
  const free: (string | number)[] = []
  let sent = good
  for (const pick of picks) {
    const id = foreign[(pick * 7) % foreign.length]!
    const place = pick % (params.length + rules.length + 1)
    if (place < params.length) {
      sent = { ...sent, params: { ...sent.params, [params[place]!]: id } }
    } else if (place < params.length + rules.length) {
      const rule = rules[place - params.length]!
      const [own = id] = rule.foreign(theirs, target)
      sent = rule.put(sent, own)
      ids.push(own)
      if (!rule.as) free.push(own)
    }
    ids.push(id)
  }
  return { sent, ids, free }
}
