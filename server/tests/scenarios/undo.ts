import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../support/clients/client.ts'
import { makeBoard } from '../support/desks/fixtures.ts'
import { importerOf } from '../support/desks/imports.ts'
import type { TestService } from '../support/service/service.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type UndoRound, undoFaults } from './undo.rules.ts'

/** A service with a worker, its database, and the token of somebody who may write. */
export interface UndoDesk {
  api: TestService['api']
  sql: TestService['sql']
  token: string
}

/** Rounds of imports that are undone, redone and undone while others edit, delete and restore their rows. */
export async function undoRounds(
  desk: UndoDesk,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<string[]> {
  const faults: string[] = []
  for (let nth = 0; nth < rounds && faults.length === 0; nth++) {
    const found = await undoRound(desk, chanceOf(seed + nth))
    faults.push(...found.map((fault) => `round ${nth}: ${fault}`))
  }
  return faults
}

async function undoRound(desk: UndoDesk, chance: Chance): Promise<string[]> {
  const { api, sql, token } = desk
  const columns = [
    { name: 'Code', type: 'text', unique: true },
    { name: 'Name', type: 'text' },
  ]
  const board = await makeBoard({ api }, token, columns)
  const { post, get, rows, own } = importerOf(api, token, { boardId: board.id })
  const faults: string[] = []
  const expectStatus = (answer: Answer, wanted: number[], what: string) => {
    if (!wanted.includes(answer.status))
      faults.push(`${what} answered ${answer.status} ${answer.text}`)
  }
  const runId = await imported(desk, board, chance)
  const results: string[] = (await get(`/${runId}/rows?limit=1000`)).body.data
  const names = new Map<string, string>(
    (await rows()).map(({ id, cells }: { id: string; cells: { name: string } }) => [
      id,
      cells.name,
    ]),
  )

  const edit = async (id: string) => {
    const name = `edited ${id.slice(-4)}`
    const answer = await api('PATCH', `${own}/rows/${id}`, { token, body: { cells: { name } } })
    expectStatus(answer, [200, 404], 'an edit')
    if (answer.status === 200) names.set(id, name)
  }
  const remove = async (id: string) =>
    expectStatus(await api('DELETE', `${own}/rows/${id}`, { token }), [204, 404], 'a delete')
  const restore = async (id: string) => {
    const answer = await api('POST', `${own}/rows/${id}/restore`, { token })
    expectStatus(answer, [201, 404], 'a restore')
  }
  const acts = [edit, remove, restore, async (id: string) => remove(id).then(() => restore(id))]
  const race = <T>(things: (() => Promise<T>)[]) =>
    Promise.all(
      chance.shuffled(things).map(async (thing) => {
        await sleep(chance.between(0, 6))
        return thing()
      }),
    )
  const others = () =>
    chance
      .shuffled([...names.keys()])
      .slice(0, chance.between(0, 8))
      .map((id) => () => acts[chance.between(0, acts.length - 1)]!(id))

  const look = async (answer: UndoRound['answer']): Promise<string[]> => {
    const state = await stateOf(sql, board.id, runId)
    return undoFaults({ runId, results, answer, names, ...state })
  }

  // First the work of others, then two undos at once among more of it: one of them succeeds.
  await race(others())
  const undos: Answer[] = []
  const undo = async () => void undos.push(await post(`/${runId}/undo`))
  await race([...others(), undo, undo])
  const done = undos.filter(({ status }) => status === 201)
  const late = undos.filter(({ body }) => body.code === 'already_undone')
  if (done.length !== 1 || late.length !== 1) {
    return [...faults, `two undos answered ${undos.map(({ text }) => text)}`]
  }
  faults.push(...(await look(done[0]!.body.data)))

  const before = await stateOf(sql, board.id, runId)
  const away = before.rows.filter((row) => row.deleted && row.undone)
  const rival = away.find(({ code }) => code !== null)
  if (rival && chance.happens(0.4)) {
    const body = { cells: { code: rival.code } }
    const intruder = await api('POST', `${own}/rows`, { token, body })
    expectStatus(intruder, [201], 'a row with a value that is free')
    const refused = await post(`/${runId}/redo`)
    if (refused.body.code !== 'value_taken') faults.push(`a redo onto it answered ${refused.text}`)
    await remove(intruder.body.data.id)
  }
  const redone = await post(`/${runId}/redo`)
  expectStatus(redone, [201], 'the redo')
  if (redone.body.data?.restored !== away.length) {
    faults.push(`${redone.text} was restored of ${away.length}`)
  }
  const after = await stateOf(sql, board.id, runId)
  const known = new Map(before.rows.map((row) => [row.id, row]))
  for (const { id, deleted } of after.rows) {
    const was = known.get(id)
    if (was && deleted !== (was.deleted && !was.undone)) faults.push(`${id} was not redone exactly`)
  }
  const twice = await post(`/${runId}/redo`)
  if (twice.body.code !== 'not_undone') faults.push(`a second redo answered ${twice.text}`)
  const again = await post(`/${runId}/undo`)
  expectStatus(again, [201], 'the undo of a redone run')
  if (again.body.data?.removed !== after.standing) {
    faults.push(`of ${after.standing} rows ${again.text} was undone`)
  }
  return faults
}

/** Makes a run of one of three kinds: recorded by a client, written with a key, or imported from a file. */
async function imported(
  { api, token }: UndoDesk,
  board: { id: string; secret: string },
  chance: Chance,
): Promise<string> {
  const importer = importerOf(api, token, { boardId: board.id })
  let code = 0
  const cellsOf = (count: number) =>
    Array.from({ length: count }, () => ({
      cells: { name: 'new', ...(chance.happens(0.7) && { code: `c${code++}` }) },
    }))
  const make = async (count: number, source: string) => {
    if (count === 0) return []
    const body = { rows: cellsOf(count), source }
    const made = await api('POST', `${importer.own}/rows`, { token, body })
    return made.body.data.map(({ id }: { id: string }) => id) as string[]
  }
  const write = async (count: number) => {
    const body = { rows: cellsOf(count) }
    const made = await api('POST', '/v1/ingest/rows', { token: board.secret, body })
    return made.body.data as { id: string }[]
  }
  const hand = await make(chance.between(1, 4), 'manual')
  const kind = chance.next()
  if (kind < 0.5) {
    const own = await make(chance.between(0, 12), 'import')
    const others = await write(chance.between(1, 3))
    const results = chance.shuffled([...own, ...others.map(({ id }) => id), ...hand.slice(0, 2)])
    const counts = { total: results.length, imported: results.length, failed: 0 }
    const body = { fileName: 'by hand.csv', ...counts, results }
    return (await importer.post('', body)).body.data.id
  }
  if (kind < 0.85) {
    await write(chance.between(2, 20))
    return (await importer.get('')).body.data[0].id
  }
  const lines = Array.from({ length: chance.between(2, 20) }, (_, n) => `c${n},new`)
  const run = await importer.run({ file: `Code,Name\n${lines.join('\n')}\n`, matchOn: 'code' })
  return run.id
}

async function stateOf(sql: UndoDesk['sql'], boardId: string, runId: string) {
  const slots = await sql(
    `SELECT max(slot) FILTER (WHERE key = 'code') AS code, max(slot) FILTER (WHERE key = 'name') AS name
     FROM columns WHERE definition_id = $1`,
    [boardId],
  )
  const rows = await sql(
    `SELECT id, cells ->> $3 AS name, cells ->> $2 AS code,
       encode(sha256(convert_to(cells ->> $2, 'UTF8')), 'hex') AS hash, deleted_at IS NOT NULL AS deleted,
       deleted_run_id IS NOT DISTINCT FROM $4::uuid AS undone, import_run_id
     FROM rows WHERE definition_id = $1 ORDER BY position`,
    [boardId, String(slots[0].code), String(slots[0].name), runId],
  )
  const history = await sql(
    `SELECT h.row_id, h.action, h.run_id, h.version FROM row_history h JOIN rows r ON r.workspace_id = h.workspace_id AND r.id = h.row_id
     WHERE r.definition_id = $1`,
    [boardId],
  )
  const claims = await sql(
    `SELECT u.row_id, encode(u.value_hash, 'hex') AS hash FROM unique_values u
     JOIN columns c ON c.workspace_id = u.workspace_id AND c.id = u.column_id WHERE c.definition_id = $1`,
    [boardId],
  )
  const [count] = await sql('SELECT row_count FROM row_counters WHERE definition_id = $1', [
    boardId,
  ])
  const [run] = await sql('SELECT standing FROM import_runs WHERE id = $1', [runId])
  const numbers = { rowCount: Number(count.row_count), standing: Number(run.standing) }
  return { rows, history, claims, ...numbers } as Pick<UndoRound, 'history' | 'claims'> &
    typeof numbers & { rows: (UndoRound['rows'][number] & { undone: boolean })[] }
}
