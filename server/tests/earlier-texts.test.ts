import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { openRecords } from './support/desks/ingest.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

/** What the migration does to what is there already. */
function bringUp() {
  const file = new URL('../schema/0049_texts_as_people_see_them.sql', import.meta.url)
  return service.sql(
    /^DO \$\$\nDECLARE\n {2}workspace[\s\S]*/m.exec(readFileSync(file, 'utf8'))![0],
  )
}

test('own ids and unique texts of an earlier release are found as senders write them now', async () => {
  const { record, rows } = await openRecords(service, desk.tokens.owner, [
    { name: 'Name', type: 'text', unique: true },
  ])
  const sent = { plain: 'Plain', padded: 'x2', twin: 'x3', other: 'x4' }
  const ids: Record<string, string> = {}
  for (const [id, name] of Object.entries(sent)) {
    ids[id] = (await record(id, { name })).body.data.id
  }
  // As they were stored before: to the letter.
  const before = { padded: ['padded ', 'x2\u200b'], twin: ['plain\u200b', 'Plain\u2060'] }
  for (const [id, [ownId, name]] of Object.entries(before)) {
    const row = ids[id]!
    await service.sql(
      'UPDATE rows SET external_id = $2, cells = jsonb_set(cells, $4, to_jsonb($3::text)) WHERE id = $1',
      [row, ownId, name, '{1}'],
    )
    await service.sql('UPDATE page_records SET external_id = $2 WHERE row_id = $1', [row, ownId])
    await service.sql('UPDATE unique_values SET value_hash = $2 WHERE row_id = $1', [
      row,
      hash('sha256', name!, 'buffer'),
    ])
  }
  await bringUp()
  await bringUp()
  const outcome = async (id: string) => {
    const { body } = await record(id, { name: 'New' })
    return [body.outcome, body.data.id]
  }
  expect(await outcome('padded ')).toEqual(['replayed', ids.padded])
  expect(await outcome('padded')).toEqual(['replayed', ids.padded])
  // Two that were different stay two; the plain one is found.
  expect(await outcome('plain\u200b')).toEqual(['replayed', ids.plain])
  const listed: { externalId: string; cells: { name: string } }[] = await rows()
  expect(listed.map(({ externalId }) => externalId)).toEqual([
    'plain',
    'padded',
    'plain\u200b',
    'other',
  ])
  expect(listed.map(({ cells }) => cells.name)).toEqual(['Plain', 'x2\u200b', 'Plain\u2060', 'x4'])
  const again = await record('new', { name: 'x2' })
  expect(again.body.error.errors).toMatchObject([{ column: 'name', reason: 'not_unique' }])
})

test('indexes of an earlier release are asked for in the form of this one', async () => {
  const { board } = await indexed()
  const wanted = async () =>
    (
      await service.sql(
        'SELECT key, used_at < now() AS old FROM column_indexes WHERE definition_id = $1 ORDER BY key',
        [board],
      )
    ).map(({ key, old }) => (old ? `(${key})` : key))
  for (const key of ['t1', 't2_n4', 's3', 'n4_s3', 'created']) {
    await service.sql(
      "INSERT INTO column_indexes (workspace_id, definition_id, key, used_at) VALUES ($1, $2, $3, now() + interval '1 day')",
      [desk.workspaceId, board, key],
    )
  }
  await bringUp()
  expect(await wanted()).toEqual([
    'c3',
    'created',
    'n4_c3',
    '(n4_s3)',
    '(s3)',
    '(t1)',
    't2_n4',
    'x1',
  ])
})

async function indexed() {
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'Status', type: 'select', settings: { options: [{ label: 'New' }] } },
    { name: 'Signed', type: 'checkbox' },
    { name: 'Amount', type: 'number' },
  ]
  const made = await service.api('POST', '/v1/boards', {
    token: desk.tokens.owner,
    body: { name: 'Leads', columns },
  })
  return { board: made.body.data.id as string }
}
