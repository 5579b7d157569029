import pg from 'pg'
import pino from 'pino'
import { authenticate } from '../../domains/workspaces/sessions.ts'
import { bindWorkspaces } from '../../domains/workspaces/workspaces.routes.ts'
import { createWorkspaces, type Workspaces } from '../../domains/workspaces/workspaces.ts'
import { Database } from '../../platform/db.ts'
import { createHttp } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createSeal } from '../../platform/seal.ts'
import { createTestDatabase } from './database.ts'

export interface Answer {
  status: number
  headers: Headers
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any
  /** The body's very text. */
  text: string
}

export interface ApiOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The client's address, as a proxy in front would tell it. */
  from?: string
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** The service in this process, on a database of its own. */
export async function startApp(options: Partial<Workspaces['config']> = {}) {
  const database = await createTestDatabase()
  const db = new Database({ connection: database.connection, poolSize: 8 })
  const owner = new pg.Pool({ ...database.connection, max: 2 })
  owner.on('error', () => {}) // the database is dropped under its idle connections
  const founded: string[] = []
  const workspaces = createWorkspaces({
    db,
    config: { signup: 'open', publicUrl: 'https://records.example.com', ...options },
    onWorkspaceCreated: async (_tx, workspace, { kind }) => {
      founded.push(`${workspace.slug} by ${kind}`)
    },
  })
  const http = createHttp({
    db,
    seal: createSeal('a secret key of the tests, long enough'),
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    trustProxy: 1,
    authenticateUser: (token) => authenticate(db, token),
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
    /** What was told of new workspaces: `<slug> by <kind of actor>`. */
    founded,
    api: (method: string, path: string, options?: ApiOptions) =>
      callApi(origin, method, path, options),
    /** Straight into the database, past every rule. */
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

async function callApi(
  origin: string,
  method: string,
  path: string,
  { token, body, headers, from }: ApiOptions = {},
): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
    text,
  }
}
