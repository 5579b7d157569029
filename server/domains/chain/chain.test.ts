// The chain of history on a real PostgreSQL: whatever the owner of the database changes is found, and nothing else.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../platform/database/db.ts'
import { createSeal } from '../../platform/secrets/seal.ts'
import { until } from '../../tests/support/clients/listener.ts'
import { publish, signersOf } from '../../tests/support/desks/agreements.ts'
import { openDeal } from '../../tests/support/desks/deals.ts'
import { type Desk, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { openObligations } from '../../tests/support/desks/obligations.ts'
import { openRows } from '../../tests/support/desks/rows.ts'
import { SECRET_KEY, startService, type TestService } from '../../tests/support/service/service.ts'
import { purgeTrash } from '../records/trash/trash-purge.ts'
import { KINDS } from './chain.rules.ts'
import { sealHistory, sealWorkspace } from './sealing.ts'
import { unsealedSince, verifyWorkspace } from './verifying.ts'
import { sentenceOf } from './words.rules.ts'

const seal = createSeal(SECRET_KEY)
const columns = [{ name: 'Name', type: 'text' }]
const NEVER = new AbortController().signal

let service: TestService
let desk: Desk
let rows: Awaited<ReturnType<typeof openRows>>
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  rows = await openRows(service, desk, columns)
})
afterAll(() => service.stop())

const sealOnce = (of = desk) => sealWorkspace(service.db, seal, of.workspaceId)
const verify = (of = desk) => verifyWorkspace(service.db, seal, of.workspaceId)

/** Seals until nothing is left. Other tests' transactions, on the same server, may hold it up. */
const sealAll = (of = desk): Promise<void> =>
  until(async () => {
    await sealOnce(of)
    return (await verify(of)).unsealed === 0
  }, 'everything to be sealed')

async function makeRow(name: string, of = rows): Promise<string> {
  const made = await of.as('owner')('POST', '/rows', { cells: { name } })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}
async function changeRow(id: string, name: string, of = rows): Promise<void> {
  const changed = await of.as('owner')('PATCH', `/rows/${id}`, { cells: { name } })
  expect(changed.status, changed.text).toBe(200)
}

test('an entry of history has the number of its transaction, as the event does', async () => {
  const id = await makeRow('Ann')
  await changeRow(id, 'Bea')
  expect((await rows.as('owner')('DELETE', `/rows/${id}`)).status).toBe(204)
  expect((await rows.as('owner')('POST', `/rows/${id}/restore`)).status).toBe(201)
  const entries = await service.sql(
    `SELECT h.action, (SELECT string_agg(e.type, ',') FROM events e
       WHERE e.workspace_id = $1 AND e.xid = h.xid) AS event
     FROM row_history h WHERE h.workspace_id = $1 AND h.row_id = $2 ORDER BY h.version`,
    [desk.workspaceId, id],
  )
  expect(entries).toEqual([
    { action: 'updated', event: 'rows.updated' },
    { action: 'deleted', event: 'rows.deleted' },
    { action: 'restored', event: 'rows.restored' },
  ])
})

const sentences = async (of = desk) => (await verify(of)).findings.map(sentenceOf)

const countOf = async (workspaceId: string): Promise<number> => {
  let count = 0
  for (const table of KINDS) {
    const [row] = await service.sql(`SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`, [
      workspaceId,
    ])
    count += Number(row.n)
  }
  return count
}

test('everything of every kind is sealed once, and is as it was sealed', async () => {
  const id = await makeRow('Ann')
  for (const name of ['Bea', 'Cid', 'Dee']) await changeRow(id, name)
  const deal = await openDeal(service, desk, [{ basis: 'gross', sharePpm: 400_000 }])
  await deal.expect(10_000)
  await deal.collect(6_000)
  await deal.collect(3_000)
  const obligations = openObligations(service, desk)
  for (const title of ['Call', 'Write']) await obligations.add({ title })
  await publish(service)
  const signed = await signersOf(service, desk).sign('viewer', {
    signerName: 'Vic',
    signerTitle: 'Clerk',
  })
  expect(signed.status, signed.text).toBe(201)
  expect(await unsealedSince(service.db, desk.workspaceId)).toBeInstanceOf(Date)
  await sealAll()
  const found = await verify()
  expect(found).toMatchObject({ findings: [], purged: 0, unsealed: 0 })
  expect(found.entries).toBe(await countOf(desk.workspaceId))
  expect(found.head).toMatch(/^[0-9a-f]{64}$/)
  expect(await unsealedSince(service.db, desk.workspaceId)).toBe(null)
  expect(await sealOnce()).toBe('nothing')
  expect((await verify()).head).toBe(found.head)

  // No setting of a session, and no later column, changes how entries are written.
  await service.sql('ALTER TABLE row_history ADD COLUMN more text DEFAULT $$new$$')
  const [{ name }] = await service.sql('SELECT current_database() AS name')
  for (const setting of [
    "timezone = 'Asia/Kathmandu'",
    "datestyle = 'German, DMY'",
    'extra_float_digits = 0',
  ]) {
    await service.sql(`ALTER DATABASE ${name} SET ${setting}`)
  }
  const db = new Database({ connection: service.pooled, poolSize: 1 })
  expect((await verifyWorkspace(db, seal, desk.workspaceId)).findings).toEqual([])
  await db.close()
  await service.sql(`ALTER DATABASE ${name} RESET ALL`)
})

describe('what the owner of the database changes is found:', () => {
  /** What is found after a change that was not found before it. */
  async function foundAfter(change: () => Promise<unknown>): Promise<string[]> {
    const before = new Set(await sentences())
    await change()
    return (await sentences()).filter((one) => !before.has(one))
  }
  const one = async (text: string) => (await service.sql(text, [desk.workspaceId]))[0]

  test('one cell of an entry of history', async () => {
    const entry = await one('SELECT id, row_id FROM row_history WHERE workspace_id = $1 LIMIT 1')
    const found = await foundAfter(() =>
      service.sql(
        `UPDATE row_history SET cells = replace(cells::text, 'Bea', 'Eva')::jsonb WHERE id = $1`,
        [entry.id],
      ),
    )
    expect(found).toEqual([
      expect.stringMatching(
        `^Block \\d+ \\(history of rows\\): entry ${entry.id} \\(row ${entry.row_id}\\) was altered\\.$`,
      ),
    ])
  })

  test('a part of an entry of the ledger, and an entry that is gone', async () => {
    const part = await one(
      `SELECT a.deal_id, a.position, e.id FROM deal_allocations a JOIN deal_entries e USING (workspace_id, deal_id, position)
       WHERE workspace_id = $1 ORDER BY position LIMIT 1`,
    )
    expect(
      await foundAfter(() =>
        service.sql(
          'UPDATE deal_allocations SET amount_minor = amount_minor + 1 WHERE deal_id = $1 AND position = $2',
          [part.deal_id, part.position],
        ),
      ),
    ).toEqual([
      expect.stringContaining(
        `(ledger): entry ${part.id} (deal ${part.deal_id}, entry ${part.position}) was altered.`,
      ),
    ])
    const last = await one(
      'SELECT id, deal_id, position FROM deal_entries WHERE workspace_id = $1 ORDER BY position DESC LIMIT 1',
    )
    const place = [last.deal_id, last.position]
    expect(
      await foundAfter(async () => {
        await service.sql(
          'DELETE FROM deal_allocations WHERE deal_id = $1 AND position = $2',
          place,
        )
        await service.sql('DELETE FROM deal_entries WHERE deal_id = $1 AND position = $2', place)
      }),
    ).toEqual([expect.stringMatching(`\\(ledger\\): entry ${last.id} was removed\\.$`)])
  })

  const SIGN = `INSERT INTO agreement_signatures (workspace_id, id, kind, version, account_id, crm_user_id, email,
      for_workspace, signer_name, signer_title, document_hash, signed_at, address, user_agent, xid)
    SELECT workspace_id, $2, kind, version, $2, crm_user_id, 'eve@example.com', for_workspace, signer_name, signer_title,
      document_hash, signed_at - $3::interval, address, user_agent, coalesce($4::text::xid8, xid)
    FROM agreement_signatures WHERE workspace_id = $1 LIMIT 1`
  const forged = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`

  test('a signature that was added, among others or dated back', async () => {
    const add = (nth: number, age: string, xid: string | null) =>
      service.sql(SIGN, [desk.workspaceId, forged(nth), age, xid])
    expect(await foundAfter(() => add(1, '0', null))).toEqual([
      expect.stringMatching(
        `\\(signatures\\): entry ${forged(1)} \\(eve@example\\.com, .*\\) was added after the block was sealed\\.$`,
      ),
    ])
    const [{ xid }] = await service.sql('SELECT event_xid()::text AS xid')
    expect(await foundAfter(() => add(2, '2 hours', xid))).toEqual([
      expect.stringMatching(`entry ${forged(2)} .* says that it was written before`),
    ])
    // A later pass seals it, and it still stands out.
    await sealAll()
    expect(await sentences()).toContainEqual(
      expect.stringMatching(
        `\\(signatures\\): entry ${forged(2)} .* says that it was written before`,
      ),
    )
  })

  test('the document that was signed', async () => {
    const found = await foundAfter(async () => {
      await service.sql('ALTER TABLE agreement_documents DROP CONSTRAINT agreement_documents_check')
      await service.sql("UPDATE agreement_documents SET document = document || ' '")
    })
    expect(found).toContainEqual(expect.stringMatching(/\(signatures\): entry .* was altered\.$/))
  })

  test('an event, and an entry of an obligation', async () => {
    const { id } = await one('SELECT id FROM events WHERE workspace_id = $1 ORDER BY id LIMIT 1')
    expect(
      await foundAfter(() =>
        service.sql("UPDATE events SET actor = 'user:99' WHERE id = $1", [id]),
      ),
    ).toEqual([expect.stringContaining(`(events): entry ${id} (`)])
    const entry = await one(
      `SELECT id, obligation_id, (at + interval '1 us')::text AS later FROM obligation_history
       WHERE workspace_id = $1 LIMIT 1`,
    )
    expect(
      await foundAfter(() =>
        service.sql('UPDATE obligation_history SET at = $2 WHERE id = $1', [entry.id, entry.later]),
      ),
    ).toEqual([
      expect.stringContaining(`entry ${entry.id} (obligation ${entry.obligation_id}) was altered.`),
    ])
  })
})

describe('what is done to the chain itself is found:', () => {
  let other: Desk
  let board: typeof rows
  beforeAll(async () => {
    other = await makeDesk(service, 'Elsewhere')
    board = await openRows(service, other, columns)
    await sealAll(other)
    await makeRow('Ann', board)
    await sealAll(other)
  })
  const own = (text: string, ...more: unknown[]) => service.sql(text, [other.workspaceId, ...more])

  test('a block or a head that was altered, and it is not continued', async () => {
    const [kept] = await own('SELECT * FROM chain_heads WHERE workspace_id = $1')
    expect(await sentences(other)).toEqual([])
    const forgedProof = createSeal('a key that somebody else made up, long').seal(
      `${kept.number} ${kept.hash.toString('hex')}`,
      `chain ${other.workspaceId}`,
    )
    await own('UPDATE chain_heads SET proof = $2 WHERE workspace_id = $1', forgedProof)
    const HEAD = /^The chain ends at block \d+, and the secret key does not prove that/
    expect(await sentences(other)).toEqual([expect.stringMatching(HEAD)])
    await makeRow('Bea', board)
    await service.eventsReadable()
    await expect(sealOnce(other)).rejects.toThrow('run "sourcebook verify"')
    const failures: unknown[] = []
    const job = sealHistory({ db: service.db, seal, fail: (error) => failures.push(error) })
    await job.run(NEVER)
    expect(failures).toHaveLength(1)

    await own('DELETE FROM chain_heads WHERE workspace_id = $1')
    expect(await sentences(other)).toEqual(['The head of the chain was removed.'])
    await expect(sealOnce(other)).rejects.toThrow('is not continued')

    const { number, hash, proof } = kept
    await own('INSERT INTO chain_heads VALUES ($1, $2, $3, $4)', number, hash, proof)
    expect(await sentences(other)).toEqual([])
    await own(
      'UPDATE chain_blocks SET sealed_us = sealed_us - 1 WHERE workspace_id = $1 AND number = 1',
    )
    expect(await sentences(other)).toEqual(['Block 1 (events) was altered.'])
    await own(
      'UPDATE chain_blocks SET sealed_us = sealed_us + 1 WHERE workspace_id = $1 AND number = 1',
    )
  })

  test('a block that was removed', async () => {
    const last = (await verify(other)).blocks
    const kept = await own('SELECT * FROM chain_blocks WHERE workspace_id = $1')
    expect(last).toBeGreaterThan(1)
    await own('DELETE FROM chain_blocks WHERE workspace_id = $1 AND number = $2', last)
    expect(await sentences(other)).toEqual([`Block ${last} was removed.`])
    await own('DELETE FROM chain_blocks WHERE workspace_id = $1')
    expect(await sentences(other)).toEqual([`Blocks 1 to ${last} were removed.`])
    for (const block of kept) {
      await own(
        'INSERT INTO chain_blocks VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        ...Object.values(block).slice(1),
      )
    }
    expect(await sentences(other)).toEqual([])
    await sealAll(other)
  })

  test('an entry that was removed alone, even with the record of a purge; a purged row is none', async () => {
    const [gone, there] = [await makeRow('Gone', board), await makeRow('There', board)]
    for (const id of [gone, there]) await changeRow(id, 'Changed', board)
    await board.as('owner')('POST', '/rows/delete', { ids: [gone] })
    await sealAll(other)
    await own("UPDATE rows SET deleted_at = '-infinity' WHERE workspace_id = $1 AND id = $2", gone)
    await purgeTrash(service.db, service.connection, NEVER)
    expect(await verify(other)).toMatchObject({ findings: [], purged: 2 })
    await sealAll(other)
    expect(await verify(other)).toMatchObject({ findings: [], purged: 2, unsealed: 0 })

    // A purge that seals nothing: the entries were too new.
    const young = await makeRow('Young', board)
    await board.as('owner')('POST', '/rows/delete', { ids: [young] })
    await own("UPDATE rows SET deleted_at = '-infinity' WHERE workspace_id = $1 AND id = $2", young)
    await purgeTrash(service.db, service.connection, NEVER)
    await sealAll(other)
    expect(await verify(other)).toMatchObject({ findings: [], purged: 2 })

    const [entry] = await own(
      'SELECT * FROM row_history WHERE workspace_id = $1 AND row_id = $2',
      there,
    )
    const [record] = await own('SELECT * FROM purged_history WHERE workspace_id = $1 LIMIT 1')
    for (const rowId of [there, gone]) {
      await own('DELETE FROM row_history WHERE workspace_id = $1 AND id = $2', entry.id)
      await own(
        'INSERT INTO purged_history (workspace_id, id, row_id, content_hash) VALUES ($1, $2, $3, $4)',
        entry.id,
        rowId,
        record.content_hash,
      )
      expect(await sentences(other)).toContainEqual(
        expect.stringContaining(`entry ${entry.id} was removed.`),
      )
    }
  })
})

describe('while others write', () => {
  let busy: Desk
  let board: typeof rows
  beforeAll(async () => {
    busy = await makeDesk(service, 'Busy')
    board = await openRows(service, busy, columns)
  })

  test('a transaction that ends late is sealed after it, and nothing is skipped', async () => {
    const id = await makeRow('Ann', board)
    await changeRow(id, 'Bea', board)
    await sealAll(busy)
    await changeRow(id, 'Abe', board) // can be sealed at once
    const client = new pg.Client(service.connection)
    await client.connect()
    await client.query('BEGIN')
    const insert = `INSERT INTO row_history (workspace_id, row_id, id, actor, action, cells)
      VALUES ($1, $2, gen_random_uuid(), 'late', 'updated', '{}')`
    await client.query(insert, [busy.workspaceId, id])
    for (const name of ['Cid', 'Dee']) {
      await changeRow(id, name, board)
      await sealOnce(busy)
    }
    // What was written meanwhile waits for the older transaction.
    expect((await verify(busy)).unsealed).toBeGreaterThanOrEqual(4)
    await client.query('COMMIT')
    await client.end()
    await sealAll(busy)
    const found = await verify(busy)
    expect(found.findings).toEqual([])
    expect(found.entries).toBe(await countOf(busy.workspaceId))
  })

  test('several workers make one chain', async () => {
    let isDone = false
    const writing = Promise.all(
      ['Ann', 'Bea', 'Cid'].map(async (name) => {
        const id = await makeRow(name, board)
        for (let i = 0; i < 15; i++) await changeRow(id, `${name} ${i}`, board)
      }),
    ).finally(() => {
      isDone = true
    })
    const fresh = await makeDesk(service, 'Fresh') // whose first block they all want to make
    while (!isDone) {
      await Promise.all(
        Array.from({ length: 4 }, () => Promise.all([sealOnce(busy), sealOnce(fresh)])),
      )
    }
    await writing
    for (const of of [busy, fresh]) {
      await sealAll(of)
      const found = await verify(of)
      expect(found.findings).toEqual([])
      expect(found.entries).toBe(await countOf(of.workspaceId))
    }
  })

  test('a worker that is killed within a block leaves nothing of it', async () => {
    await makeRow('Ann', board)
    await service.eventsReadable()
    const { head } = await verify(busy)
    const client = new pg.Client(service.connection)
    await client.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE chain_blocks IN SHARE MODE')
    const sealing = sealOnce(busy).catch((error: Error) => error)
    await service.blocked()
    await service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(await sealing).toBeInstanceOf(Error)
    await client.query('ROLLBACK')
    await client.end()
    expect(await verify(busy)).toMatchObject({ head, findings: [] })
    await sealAll(busy)
    const found = await verify(busy)
    expect(found.findings).toEqual([])
    expect(found.head).not.toBe(head)
  })
})

test('the role that serves requests can neither change nor delete blocks', async () => {
  const attempt = (text: string) =>
    service.db.withWorkspace({ workspaceId: desk.workspaceId }, (tx) => tx.run(text))
  for (const text of [
    'UPDATE chain_blocks SET number = number',
    'DELETE FROM chain_blocks',
    'DELETE FROM chain_heads',
    'DELETE FROM purged_history',
    'UPDATE row_history SET xid = xid',
  ]) {
    await expect(attempt(text), text).rejects.toThrow('permission denied')
  }
})
