import type { Answer } from '../clients/client.ts'
import type { TestService } from '../service/service.ts'
import { type Desk, makeBoard, makePage, type NewColumn } from './fixtures.ts'

export type Rows = Awaited<ReturnType<typeof openRows>>

/** A board or page, and what people of every role can do with its rows. */
export async function openRows(
  service: TestService,
  desk: Desk,
  columns: NewColumn[],
  kind: 'board' | 'page' = 'board',
) {
  const owner = desk.tokens.owner
  const made =
    kind === 'board'
      ? await makeBoard(service, owner, columns)
      : await makePage(service, owner, columns)
  const base = 'id' in made ? `/v1/boards/${made.id}` : `/v1/definitions/${made.key}`
  const { id } = (await service.api('GET', base, { token: owner })).body.data
  return {
    ...made,
    id: id as string,
    base,
    /** The subject of its events. */
    subject: `${kind}:${id}`,
    as:
      (role: keyof Desk['tokens']) =>
      (method: string, path: string, body?: unknown): Promise<Answer> =>
        service.api(method, `${base}${path}`, { token: desk.tokens[role], body }),
    /** Everything that is stored about its rows. */
    dump: async () => ({
      rows: await service.sql('SELECT * FROM rows WHERE definition_id = $1 ORDER BY position', [
        id,
      ]),
      history: await service.sql(
        `SELECT h.* FROM row_history h JOIN rows r ON r.workspace_id = h.workspace_id AND r.id = h.row_id
         WHERE r.definition_id = $1 ORDER BY h.row_id, h.version`,
        [id],
      ),
      unique: await service.sql(
        `SELECT u.* FROM unique_values u JOIN columns c ON c.workspace_id = u.workspace_id AND c.id = u.column_id
         WHERE c.definition_id = $1 ORDER BY u.column_id, u.value_hash`,
        [id],
      ),
      events: await service.sql('SELECT count(*) AS n FROM events WHERE subject = $1', [
        `${kind}:${id}`,
      ]),
      count: (
        await service.sql('SELECT row_count FROM row_counters WHERE definition_id = $1', [id])
      )[0].row_count as number,
    }),
  }
}
