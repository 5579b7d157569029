import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { until } from '../support/clients/listener.ts'
import type { Received } from '../support/outside/receiver.ts'
import { asOwner, embeddedIn } from '../support/postgres/postgres.ts'
import type { ServerProcess } from '../support/processes/server-process.ts'
import { momentFaults, tellingFaults, type Written } from './backup.rules.ts'
import type { BackedUp, BackupDesk } from './backup.ts'

/** The names of the rows that the feed reports, up to its end. */
export async function readFeed(server: ServerProcess, { owner }: BackupDesk, after?: string) {
  const names: string[] = []
  let at = after
  for (;;) {
    const query = new URLSearchParams({
      types: 'rows.created',
      limit: '250',
      ...(at && { after: at }),
    })
    const { status, body, text } = await server.api('GET', `/v1/events?${query}`, {
      token: owner.token,
    })
    if (status === 503) {
      await sleep(1_000) // the machine is busy with a million rows
      continue
    }
    if (status !== 200) throw new Error(`the feed answered ${text}`)
    names.push(...body.data.flatMap((event: { data: unknown }) => namesOf(event.data)))
    at = body.after as string
    if (body.nextCursor === null) return { names, after: at }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an event as the feed reports it
const namesOf = (data: any): string[] => data.rows.map((row: any) => row.cells.name)

/** The names that a webhook reported. @throws Error if it was not signed with the secret from before the backup */
export const heardBy = ({ secret }: BackupDesk, received: readonly Received[]): string[] =>
  received.flatMap(({ body, headers }) => {
    new Webhook(secret).verify(body, headers)
    return namesOf(JSON.parse(body).data)
  })

/** Which of the writers' rows are in the restored database. */
export async function writtenIn(
  dataDir: string,
  { acknowledged, before }: BackedUp,
): Promise<Written> {
  const rows = await asOwner(embeddedIn(dataDir), (sql) =>
    sql("SELECT cells ->> '1' AS name FROM rows WHERE source = 'api' ORDER BY position"),
  )
  return { acknowledged, before, restored: rows.map(({ name }) => name) }
}

/** Where tables contradict one another; empty if all of them are of one moment. */
export async function sumFaults(dataDir: string): Promise<string[]> {
  return asOwner(embeddedIn(dataDir), async (sql) => {
    const found = await sql(`
      SELECT 'the counter of a board' AS what FROM row_counters c
      WHERE row_count <> (SELECT count(*) FROM rows r WHERE r.definition_id = c.definition_id)
      UNION ALL SELECT 'the receipts' WHERE (SELECT sum(row_count) FROM receipts) <>
        (SELECT count(*) FROM rows WHERE source = 'api')
      UNION ALL SELECT 'what a deal collected' FROM deals d WHERE collected_minor = 0 OR collected_minor <>
        (SELECT sum(amount_minor) FROM deal_entries e WHERE e.deal_id = d.id AND kind = 'commission_collected')
      UNION ALL SELECT 'the entries of a deal' FROM deals d WHERE entry_count <>
        (SELECT count(*) FROM deal_entries e WHERE e.deal_id = d.id)
      UNION ALL SELECT 'the parts of a receipt' FROM deal_entries e WHERE kind = 'commission_collected'
        AND amount_minor <> (SELECT sum(amount_minor) FROM deal_allocations a
          WHERE a.deal_id = e.deal_id AND a.position = e.position)
      UNION ALL SELECT 'what a split drew' FROM deal_splits s WHERE drawn_minor <>
        (SELECT coalesce(sum(amount_minor), 0) FROM draws w WHERE w.deal_split_id = s.id)`)
    return found.map(({ what }) => `${what} is not the sum`)
  })
}

/** Sorts and searches a big board, waits until there are indexes for both, and does it again with them. */
export async function findByIndex(server: ServerProcess, desk: BackupDesk, dataDir: string) {
  const find = async (query: Record<string, string>): Promise<void> => {
    const path = `${desk.rows}?${new URLSearchParams({ limit: '2', ...query })}`
    const { status, body, text } = await server.api('GET', path, { token: desk.owner.token })
    if (status !== 200) throw new Error(`${path} answered ${text}`)
    const names = body.data.map((row: { cells: { name: string } }) => row.cells.name)
    if (query.search && names.join() !== 'Harbor 777777') throw new Error(`found ${names}`)
  }
  const isIndexed = () =>
    asOwner(embeddedIn(dataDir), async (sql) => {
      await sleep(500)
      // An index that could not be made is tried again only in an hour.
      const [{ indexed }] = await sql(
        `SELECT EXISTS (SELECT FROM text_indexes WHERE state = 'ready') AND 2 = (
           SELECT count(*) FROM pg_index WHERE indexrelid::regclass::text ~ '^(cells|texts)_'
             AND (indisvalid OR EXISTS (SELECT FROM column_indexes WHERE state = 'failed'))) AS indexed`,
      )
      return indexed
    })
  await find({ sort: '-number' })
  await find({ search: 'harbor 777777' })
  await until(isIndexed, 'the indexes')
  await find({ search: 'harbor 777777' })
}

/** Everything that is wrong with a restored service, in words. */
export async function restoredFaults(
  server: ServerProcess,
  dataDir: string,
  backedUp: BackedUp,
): Promise<string[]> {
  const { desk, cursor, taken, receiver } = backedUp
  const happened = (await readFeed(server, desk)).names
  const rest = (await readFeed(server, desk, cursor.after)).names
  // The first row was written before the webhook was made.
  const expected = happened.slice(1 + taken.length)
  const heard = () => heardBy(desk, receiver.received)
  await until(() => heard().length >= expected.length, 'the rest of the webhooks')
  return [
    ...momentFaults(await writtenIn(dataDir, backedUp)),
    ...(await sumFaults(dataDir)),
    ...tellingFaults('the cursor', happened, [...cursor.names, ...rest]),
    ...tellingFaults('the receiver', expected, [...heard()]),
  ]
}
