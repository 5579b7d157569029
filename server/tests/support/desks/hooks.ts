import { type Received, startReceiver } from '../outside/receiver.ts'
import { type ServiceOptions, startService } from '../service/service.ts'
import { type Desk, makeBoard, makeDesk } from './fixtures.ts'

export type HookWorld = Awaited<ReturnType<typeof makeHookWorld>>

/** A service with a worker, a board with a hidden column, and a receiver for webhooks. */
export async function makeHookWorld(options: ServiceOptions = {}) {
  const service = await startService({ outbound: { allowWebhooks: true }, ...options })
  const desk: Desk = await makeDesk(service)
  const token = desk.tokens.owner
  const api = (method: string, path: string, body?: object) =>
    service.api(method, path, { token, body })
  const board = await makeBoard(service, token, [
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  await api('PUT', `/v1/definitions/${board.key}/column-policies/margin`, {
    visibleTo: { mode: 'roles', roles: ['manager'] },
  })
  const receiver = await startReceiver()
  // A failed delivery waits a day longer than planned, so that only `hurry` brings it back, at any speed.
  await service.sql(`
    CREATE FUNCTION wait_longer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.next_attempt_at := NEW.next_attempt_at + interval '1 day'; RETURN NEW; END $$`)
  await service.sql(`
    CREATE TRIGGER wait_longer BEFORE UPDATE ON webhook_deliveries
      FOR EACH ROW WHEN (NEW.log <> OLD.log) EXECUTE FUNCTION wait_longer()`)
  service.work()
  return {
    service,
    desk,
    board,
    receiver,
    api,
    /** A webhook with its own path, so that tests do not see each other's; it gets events from now on. */
    async make(path: string, body: object = {}): Promise<{ id: string; secret: string }> {
      await service.eventsReadable()
      const made = await api('POST', '/v1/webhooks', {
        url: receiver.url + path,
        types: ['rows.*'],
        role: 'viewer',
        ...body,
      })
      if (made.status !== 201) throw new Error(`the webhook answered ${made.text}`)
      return made.body.data
    },
    at: (path: string): Received[] => receiver.received.filter((one) => one.path === path),
    /** Adds a row and returns its id. */
    async add(name: string): Promise<string> {
      const row = { cells: { name, margin: 7 } }
      return (await api('POST', `/v1/boards/${board.id}/rows`, row)).body.data.id
    },
    deliveries: async (id: string) => (await api('GET', `/v1/webhooks/${id}/deliveries`)).body.data,
    /** How many seconds a delivery was planned to wait after its last try. */
    async waitOf(deliveryId: string): Promise<number> {
      const [planned] = await service.sql(
        `SELECT extract(epoch FROM next_attempt_at - interval '1 day'
           - (log -> -1 ->> 'at')::timestamptz)::float8 - (log -> -1 ->> 'ms')::float8 / 1000 AS wait
         FROM webhook_deliveries WHERE id = $1`,
        [deliveryId],
      )
      return planned.wait
    },
    /** Ends the wait of pending deliveries, once they have failed. */
    hurry: (id: string) =>
      service.sql(
        "UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1 AND state = 'pending'",
        [id],
      ),
    /** Earlier webhooks get nothing more, and the receiver accepts everything. */
    async begin(): Promise<void> {
      receiver.answers(() => 204)
      await service.sql('UPDATE webhooks SET enabled = false')
    },
    async stop(): Promise<void> {
      receiver.stop()
      await service.stop()
    },
  }
}
