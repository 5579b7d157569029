import type { Answer } from '../clients/client.ts'
import type { TestServer, TestService } from '../service/service.ts'
import { makePage, type NewColumn } from './fixtures.ts'

export interface Sending {
  query?: string
  /** The Idempotency-Key. */
  retry?: string
  headers?: Record<string, string>
  /** Another server on the same database. */
  on?: Pick<TestServer, 'api'>
}

/** What an integration with a key can do. */
export interface Integration {
  write(body: unknown, sending?: Sending): Promise<Answer>
  read(query?: string): Promise<Answer>
}

export function integration(
  service: Pick<TestServer, 'api'>,
  secret: string,
  family: 'board' | 'page' = 'board',
): Integration {
  const route = family === 'board' ? '/v1/ingest/rows' : '/v1/ingest/records'
  return {
    write: (body, { query = '', retry, headers = {}, on = service } = {}) =>
      on.api('POST', route + query, {
        token: secret,
        body,
        headers: { ...(retry === undefined ? {} : { 'idempotency-key': retry }), ...headers },
      }),
    read: (query = '') => service.api('GET', `/v1/ingest/${family}${query}`, { token: secret }),
  }
}

type Mode = 'everyone' | 'nobody' | 'roles'

/** Restricts a column, like an admin. */
export async function restrict(
  service: TestService,
  workspaceId: string,
  definition: string,
  column: string,
  { visibleTo = 'everyone', editableBy = 'everyone' }: { visibleTo?: Mode; editableBy?: Mode },
): Promise<void> {
  const part = (mode: Mode) => ({
    mode,
    accountIds: [],
    teamIds: [],
    roles: mode === 'roles' ? ['manager'] : [],
  })
  await service.sql(
    `WITH d AS (UPDATE row_counters n SET version = n.version + 1 FROM definitions d
       WHERE n.workspace_id = $1 AND d.workspace_id = $1 AND d.id = n.definition_id AND d.key = $2 RETURNING d.id)
     INSERT INTO column_policies (workspace_id, column_id, visible_to, editable_by, updated_by)
     SELECT $1, c.id, $4, $5, 'user:1' FROM columns c JOIN d ON d.id = c.definition_id
     WHERE c.workspace_id = $1 AND c.key = $3
     ON CONFLICT (workspace_id, column_id) DO UPDATE
       SET visible_to = excluded.visible_to, editable_by = excluded.editable_by`,
    [workspaceId, definition, column, part(visibleTo), part(editableBy)],
  )
}

/** A page, a key of it with these scopes, and its records as people and the database then see them. */
export async function openRecords(
  service: TestService,
  owner: string,
  columns: NewColumn[],
  scopes = ['read', 'rows:write'],
) {
  const page = await makePage(service, owner, columns)
  const base = `/v1/definitions/${page.key}`
  const made = await service.api('POST', `${base}/keys`, {
    token: owner,
    body: { name: 'Form', scopes },
  })
  const form = integration(service, made.body.data.secret, 'page')
  return {
    ...page,
    ...form,
    keyId: made.body.data.id as string,
    record: (external_id: string | undefined, cells: object, onConflict?: string) =>
      form.write({ cells, external_id, onConflict }),
    rows: async () =>
      (await service.api('GET', `${base}/rows?limit=1000`, { token: owner })).body.data,
    history: () =>
      service.sql(
        `SELECT h.actor, h.action, h.run_id, h.cells FROM row_history h JOIN rows r ON r.workspace_id = h.workspace_id AND r.id = h.row_id
         JOIN definitions d ON d.workspace_id = r.workspace_id AND d.id = r.definition_id WHERE d.key = $1 ORDER BY h.id`,
        [page.key],
      ),
  }
}
