// The coordinator of a cluster ends after its own commit, before a node has committed its part. Until Citus commits it there, readers
// of events wait for it, or they would miss it.
import { expect, test } from 'vitest'
import { findServer } from '../../scripts/test-servers.mjs'
import { appendEvent } from '../domains/events/events.ts'
import { findHorizon, listEventsAfter } from '../domains/feeds/events.sql.ts'
import { prepareMembers } from '../platform/database/cluster/cluster.sql.ts'
import { distributeTables } from '../platform/database/cluster/distribution.ts'
import { Database } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { withOwner } from '../platform/database/owner.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startCluster } from './support/postgres/cluster.ts'
import { asOwner } from './support/postgres/postgres.ts'

const { program, missing } = findServer('citus')
if (missing !== undefined) console.log(`skipped: ${missing}`)

test.skipIf(missing !== undefined)(
  'an event that a node has still to commit is not missed',
  async () => {
    const directory = await temporaryDirectory()
    const { connection, workers, crashCoordinator, stop } = await startCluster(
      program!,
      directory,
      1,
    )
    const workspaceId = newId()
    const onCoordinator = <T>(statement: string): Promise<T[]> =>
      asOwner(connection, (sql) => sql(statement))
    const waiting = () =>
      onCoordinator(
        "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'",
      )
    const open = () => new Database({ connection, poolSize: 4 })
    let db = open()
    const within = <T>(use: (tx: Tx) => Promise<T>) => db.withWorkspace({ workspaceId }, use)
    /** A change of the workspace itself is committed on the node and on the coordinator. */
    const write = (name: string, isOnBoth: boolean) =>
      within(async (tx) => {
        if (isOnBoth)
          tx.queue('UPDATE workspaces SET name = $1 WHERE id = current_workspace()', [name])
        appendEvent(tx, { type: 'workspace.created', actor: 'system', subject: name, data: {} })
      })
    const start = { xid: 0, id: '00000000-0000-0000-0000-000000000000' }
    const read = async (): Promise<string[]> => {
      const horizon = await within(findHorizon)
      const events = await within((tx) => listEventsAfter(tx, start, horizon, 100))
      return events.map(({ subject }) => subject)
    }
    try {
      await migrate(connection)
      await withOwner(connection, async (client) => {
        await prepareMembers(client)
        await distributeTables(client, 1, () => {})
        await client.query('ALTER SYSTEM SET citus.recover_2pc_interval = -1') // not before we have looked
        await client.query('SELECT pg_reload_conf()')
        await client.query("INSERT INTO workspaces (id, slug, name) VALUES ($1, 'desk', 'Desk')", [
          workspaceId,
        ])
      })
      await write('first', true)
      await until(async () => (await read()).length === 1, 'the first event')

      // The coordinator's commit is on disk, and waits there for a standby that it does not have.
      await onCoordinator("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      await onCoordinator('SELECT pg_reload_conf()')
      const done = ['first']
      let { held, end } = { held: '', end: Promise.resolve<unknown>(undefined) }
      for (let hasEnded = true; hasEnded; ) {
        // A process that does not know of the standby yet ends its commit.
        if (held !== '') done.push(held)
        held = `held ${done.length}`
        hasEnded = false
        end = write(held, true)
          .catch((error: Error) => error)
          .finally(() => {
            hasEnded = true
          })
        await until(async () => hasEnded || (await waiting()).length > 0, 'a commit to wait')
      }
      await onCoordinator('ALTER SYSTEM RESET synchronous_standby_names') // from its next start on
      await crashCoordinator()
      expect(await end).toBeInstanceOf(Error)
      await db.close()
      db = open()
      const prepared = () => asOwner(workers[0]!, (sql) => sql('SELECT FROM pg_prepared_xacts'))
      expect(await prepared()).toHaveLength(1)

      await write('last', false)
      const [passed] = await onCoordinator(
        `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > max(xmin::text::bigint) AS is
       FROM pg_dist_transaction`,
      )
      expect(passed, 'it has ended for the coordinator').toEqual({ is: true })
      expect(await read()).toEqual(done)
      await onCoordinator('SELECT recover_prepared_transactions()')
      expect(await prepared()).toEqual([])
      expect(await read()).toEqual([...done, held, 'last'])
      console.log('figure: readers waited for what a node had still to commit')
    } finally {
      await db.close()
      await stop()
      await discard(directory)
    }
  },
)
