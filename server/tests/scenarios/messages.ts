import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { until } from '../support/clients/listener.ts'
import { announce, queueMessages } from '../support/messages/queued-messages.ts'
import { type Carrier, startCarrier } from '../support/outside/carrier.ts'
import { keepBesideRows } from '../support/postgres/beside-rows.ts'
import { asOwner } from '../support/postgres/postgres.ts'
import { startProcess, type TestProcess } from '../support/processes/child-process.ts'
import { chanceOf } from './chance.ts'
import type { MessagesRound } from './messages.rules.ts'

export interface MessagesOptions {
  connection: ClientConfig
  workspaceId: string
  seed: number
  messages: number
  workers: number
  kills: number
  /** What the nth process gets besides, such as a clock that is off. */
  env?: (nth: number) => Record<string, string>
  say?: (what: string) => void
}

/**
 * Messages, half of them emails, that several processes send through a carrier which often refuses or disconnects,
 * while the processes are killed one after the other. Leases of killed processes, and waits, are cut short in the
 * database.
 */
export function messagesRound(options: MessagesOptions): Promise<MessagesRound> {
  return asOwner(options.connection, async (sql) => {
    const { connection, workspaceId, messages, kills, say = () => {} } = options
    const chance = chanceOf(options.seed)
    const carrier = await startCarrier()
    carrier.answers(async () => {
      await sleep(chance.between(1, 60))
      if (chance.happens(0.03)) return 'drop'
      return chance.happens(0.03) ? 'take and drop' : chance.happens(0.05) ? 429 : 200
    })
    await watchChanges(sql)
    let started = 0
    const start = () => startSender(connection, carrier, options.env?.(started++))
    const workers = Array.from({ length: options.workers }, start)
    await Promise.all(workers.map((worker) => worker.waitFor(/sending/)))
    for (const medium of ['text', 'email'] as const) {
      await queueMessages(sql, workspaceId, messages / 2, medium)
    }
    const hurry = async () => {
      await sql(
        `UPDATE message_deliveries SET next_attempt_at = now() WHERE next_attempt_at > now()`,
      )
      await announce(sql, workspaceId)
    }
    for (let kill = 1; kill <= kills; kill++) {
      const enough = Math.floor((kill * messages) / (kills + 1))
      await until(() => carrier.handed.length >= enough, 'enough to be handed over')
      await sleep(chance.between(0, 40))
      const victim = chance.between(0, workers.length - 1)
      const { pid, exited } = workers[victim]!
      workers[victim]!.kill('SIGKILL')
      await exited
      workers[victim] = start()
      const claimed: { id: number }[] = await sql(
        `SELECT message_id AS id FROM message_deliveries
         WHERE state = 'claimed' AND claimed_by LIKE '%:' || $1`,
        [String(pid)],
      )
      const ids = claimed.map(({ id }) => id)
      await carrier.caughtUp()
      await until(() => !carrier.isHanded(ids), 'the carrier to see that the worker is gone')
      await sql(
        `UPDATE message_deliveries SET leased_until = now() - interval '1 second'
         WHERE state = 'claimed' AND claimed_by LIKE '%:' || $1`,
        [String(pid)],
      )
      await hurry()
      say(`kill ${kill} of ${kills}: ${carrier.handed.length} handed over`)
    }
    const left = `SELECT count(*)::integer AS n FROM message_deliveries WHERE state IN ('pending', 'claimed')`
    const isDone = async () => {
      await hurry()
      return (await sql(left))[0].n === 0
    }
    await until(isDone, 'all to be settled')
    // A process that has only just started would be ended by the signal itself.
    await Promise.all(workers.map((worker) => worker.waitFor(/sending/)))
    for (const worker of workers) worker.kill('SIGTERM')
    const ends = await Promise.all(workers.map(({ exited }) => exited))
    if (ends.some(({ code }) => code !== 0)) throw new Error('a worker did not stop cleanly')
    await carrier.stop()
    return { handed: carrier.handed, ...(await read(sql)) }
  })
}

type Sql = Parameters<Parameters<typeof asOwner>[1]>[0]

const startSender = (
  connection: ClientConfig,
  { url }: Carrier,
  env?: Record<string, string>,
): TestProcess =>
  startProcess(
    'server/tests/support/messages/sender-process.ts',
    [JSON.stringify(connection), url],
    env,
  )

/** Records every change of a delivery, in the transaction that makes it. */
async function watchChanges(sql: Sql): Promise<void> {
  await sql(`CREATE TABLE changes (workspace_id uuid, n bigint GENERATED ALWAYS AS IDENTITY, id integer, "from" text,
    "to" text, "fenceFrom" integer, "fenceTo" integer, lapsed boolean)`)
  await keepBesideRows(sql, 'changes')
  await sql('GRANT INSERT ON changes TO sourcebook_app')
  await sql(`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (OLD.state, OLD.fence) IS DISTINCT FROM (NEW.state, NEW.fence) THEN
      INSERT INTO changes (workspace_id, id, "from", "to", "fenceFrom", "fenceTo", lapsed) VALUES (OLD.workspace_id,
        OLD.message_id, OLD.state, NEW.state, OLD.fence, NEW.fence, OLD.leased_until < clock_timestamp());
    END IF;
    RETURN NULL;
  END $$`)
  await sql(`CREATE TRIGGER note_change AFTER UPDATE ON message_deliveries
    FOR EACH ROW EXECUTE FUNCTION note_change()`)
}

const read = async (sql: Sql): Promise<Pick<MessagesRound, 'stored' | 'changes'>> => ({
  stored: await sql(
    `SELECT m.id, m.medium, d.state, d.attempts, m.external_id AS "externalId",
       (SELECT count(*) FROM events e WHERE e.workspace_id = m.workspace_id
         AND e.subject = 'message:' || m.id AND e.type = 'message.sent')::integer AS "toldSent",
       (SELECT count(*) FROM events e WHERE e.workspace_id = m.workspace_id
         AND e.subject = 'message:' || m.id AND e.type = 'message.failed')::integer AS "toldFailed"
     FROM messages m JOIN message_deliveries d ON d.workspace_id = m.workspace_id AND d.message_id = m.id`,
  ),
  changes: await sql(
    'SELECT id, "from", "to", "fenceFrom", "fenceTo", lapsed FROM changes ORDER BY n',
  ),
})
