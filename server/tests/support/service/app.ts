import pg from 'pg'
import pino from 'pino'
import { peopleOf } from '../../../domains/workspaces/sessions/sessions.ts'
import {
  createWorkspaces,
  type Workspaces,
} from '../../../domains/workspaces/workspace/workspaces.ts'
import { bindWorkspaces } from '../../../domains/workspaces/workspaces.routes.ts'
import { createHttp } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createSeal } from '../../../platform/secrets/seal.ts'
import { type Answer, type ApiOptions, callApi } from '../clients/client.ts'
import { createTestDatabase, openTestDatabase } from '../postgres/database.ts'

export type { Answer, ApiOptions }

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Serves only workspaces, in this process, on a database of its own. `startService` serves everything. */
export async function startApp(options: Partial<Workspaces['config']> = {}) {
  const database = await createTestDatabase()
  const db = await openTestDatabase(database, { poolSize: 8 })
  const owner = new pg.Pool({ ...database.connection, max: 2 })
  owner.on('error', () => {}) // the database is dropped under its idle connections
  const founded: string[] = []
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const workspaces = createWorkspaces({
    db,
    log,
    config: { signup: 'open', publicUrl: 'https://records.example.com', ...options },
    onWorkspaceCreated: async (_tx, workspace, { kind }) => {
      founded.push(`${workspace.slug} by ${kind}`)
    },
    onWorkspaceUpdated: () => {},
  })
  const http = createHttp({
    db,
    seal: createSeal('a secret key of the tests, long enough'),
    log,
    trustProxy: 1,
    publicUrl: () => workspaces.config.publicUrl,
    people: peopleOf(db),
    authenticateKey: async () => {
      throw new Refusal('unauthenticated')
    },
  })
  bindWorkspaces(http, workspaces)
  const origin = await http.app.listen({ port: 0, host: '127.0.0.1' })

  return {
    db,
    origin,
    workspaces,
    bound: [...http.bound.keys()],
    /** The calls for new workspaces: `<slug> by <kind of actor>`. */
    founded,
    api: (method: string, path: string, options?: ApiOptions) =>
      callApi(origin, method, path, options),
    /** Runs SQL directly in the database, without any rules. */
    // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
    sql: async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await owner.query(text, values)).rows,
    async stop(): Promise<void> {
      await http.app.close()
      await db.close()
      await owner.end()
      await database.drop()
    },
  }
}
