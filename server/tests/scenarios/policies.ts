import type { Role } from '../../../shared/roles.ts'
import type { Answer } from '../support/clients/client.ts'
import { type Api, type Desk, makeBoard, makeDesk } from '../support/desks/fixtures.ts'
import { type Chance, chanceOf } from './chance.ts'
import { modelSees, modelWrites, type Policy, randomPolicy, type Who } from './policies.rules.ts'

// Random policies through the API, and whether every way in and out keeps to the rules in policies.rules.ts.

const COLUMNS = ['a', 'b', 'c', 'd'].map((letter) => ({ name: `Column ${letter}`, type: 'text' }))
const keys = COLUMNS.map(({ name }) => name.toLowerCase().replace(' ', '_'))

/** Somebody who asks, and the token they ask with; a key has no role. */
interface Asker {
  name: string
  token: string
  who: Who
}

interface Stage {
  api: Api['api']
  desk: Desk
  board: Awaited<ReturnType<typeof makeBoard>>
  rowId: string
  accountIds: string[]
  teamIds: string[]
  chance: Chance
}

/** @returns what was wrong, in words. */
export async function policyRounds(
  service: Api,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<string[]> {
  const stage = await setUp(service, chanceOf(seed))
  const faults: string[] = []
  for (let round = 0; round < rounds && faults.length === 0; round++) {
    const policies = await decide(stage)
    for (const asker of await askersOf(stage)) {
      const found = asker.who.role
        ? await seatFaults(stage, asker, policies)
        : await keyFaults(stage, asker, policies)
      faults.push(...found.map((fault) => `round ${round}, ${asker.name}: ${fault}`))
    }
    if (faults.length > 0) faults.push(`the policies: ${JSON.stringify(policies)}`)
  }
  return faults
}

async function setUp({ api }: Api, chance: Chance): Promise<Stage> {
  const desk = await makeDesk({ api })
  const { owner } = desk.tokens
  const teamIds: string[] = []
  for (const name of ['Closers', 'Underwriters']) {
    const team = await api('POST', '/v1/workspace/teams', { token: owner, body: { name } })
    teamIds.push(team.body.data.id)
  }
  const accountIds: string[] = []
  for (const token of Object.values(desk.tokens)) {
    const session = await api('GET', '/v1/auth/session', { token })
    accountIds.push(session.body.data.account.id)
  }
  const board = await makeBoard({ api }, owner, COLUMNS)
  const row = await api('POST', `/v1/boards/${board.id}/rows`, {
    token: owner,
    body: { cells: Object.fromEntries(keys.map((key) => [key, `in ${key}`])) },
  })
  return { api, desk, board, rowId: row.body.data.id, accountIds, teamIds, chance }
}

/** Gives every column a new policy, and people other teams. */
async function decide(stage: Stage): Promise<Policy[]> {
  const { api, desk, board, chance, teamIds } = stage
  const policies: Policy[] = []
  for (const key of keys) {
    const policy = randomPolicy(chance, stage)
    const path = `/v1/definitions/${board.key}/column-policies/${key}`
    const put = await api('PUT', path, { token: desk.tokens.owner, body: policy })
    if (put.status !== 200) throw new Error(`${JSON.stringify(policy)}: ${put.text}`)
    policies.push(policy)
  }
  for (const role of ['manager', 'member', 'viewer'] as const) {
    const body = { teamIds: teamIds.filter(() => chance.happens(0.4)) }
    const path = `/v1/workspace/seats/${desk.seats[role]}`
    const patched = await api('PATCH', path, { token: desk.tokens.owner, body })
    if (patched.status !== 200) throw new Error(patched.text)
  }
  return policies
}

async function askersOf({ api, desk, board }: Stage): Promise<Asker[]> {
  const askers: Asker[] = []
  for (const [role, token] of Object.entries(desk.tokens) as [Role, string][]) {
    const { account, seat } = (await api('GET', '/v1/auth/session', { token })).body.data
    askers.push({ name: role, token, who: { role, accountId: account.id, teamIds: seat.teamIds } })
  }
  return [...askers, { name: 'a key', token: board.secret, who: { teamIds: [] } }]
}

async function seatFaults(stage: Stage, { token, who }: Asker, policies: Policy[]) {
  const { api, board, rowId, desk } = stage
  const base = `/v1/boards/${board.id}`
  const get = async (path: string, as = token) => (await api('GET', path, { token: as })).body
  const seen = keys.filter((_, at) => modelSees(policies[at]!, who))
  const faults: string[] = []
  const want = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      faults.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
    }
  }
  const columns = (await get(`${base}/columns`)).data as { id: string; key: string }[]
  want(
    'columns',
    columns.map(({ key }) => key),
    seen,
  )
  want('a row', Object.keys((await get(`${base}/rows/${rowId}`)).data.cells), seen)
  want('rows', Object.keys((await get(`${base}/rows?limit=1`)).data[0].cells), seen)
  const listed = (await get(`/v1/definitions/${board.key}/column-policies`)).data
  want(
    'policies',
    listed.map(({ columnId }: { columnId: string }) => columnId),
    columns.map(({ id }) => id),
  )
  const as = await get(`${base}/rows/${rowId}?as=account:${who.accountId}`, desk.tokens.admin)
  want('as that person', Object.keys(as.data.cells), seen)
  want(
    'what is hidden from that person',
    as.hiddenColumns.map(({ column }: { column: string }) => column),
    keys.filter((key) => !seen.includes(key)),
  )
  if (who.role === 'viewer') return faults
  for (const [at, key] of keys.entries()) {
    const answer = await api('POST', `${base}/rows`, { token, body: { cells: { [key]: 'x' } } })
    want(`writing ${key}`, outcomeOf(answer), expectedOutcome(policies[at]!, who))
  }
  return faults
}

const outcomeOf = ({ status, body }: Answer) => (status === 201 ? 'written' : body.code)

function expectedOutcome(policy: Policy, who: Who): string {
  if (modelWrites(policy, who)) return 'written'
  return modelSees(policy, who) ? 'column_locked' : 'invalid_rows'
}

async function keyFaults({ api }: Stage, { token, who }: Asker, policies: Policy[]) {
  const faults: string[] = []
  const of = (test: typeof modelSees) => keys.filter((_, at) => test(policies[at]!, who)).join()
  const read = (await api('GET', '/v1/ingest/board?limit=1', { token })).body.data
  const cells = Object.fromEntries(keys.map((key) => [key, 'x']))
  const written = (await api('POST', '/v1/ingest/rows', { token, body: { cells } })).body
  const columns = read.columns.map(({ key }: { key: string }) => key).join()
  const [sees, writes] = [of(modelSees), of(modelWrites)]
  if (columns !== sees) faults.push(`reads the columns ${columns}, not ${sees}`)
  if (written.filled.join() !== writes) faults.push(`filled ${written.filled}, not ${writes}`)
  const answered = Object.keys(written.data.cells).join()
  if (answered !== writes) faults.push(`is answered ${answered}, not ${writes}`)
  return faults
}
