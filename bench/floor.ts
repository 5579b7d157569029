import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'

/**
 * The floor: how fast PostgreSQL itself writes the same rows into the same table on the same server, with prepared
 * statements over the same socket, one connection per lane, without a service in between or row-level security.
 */
export class Floor {
  readonly #clients: pg.Client[]

  private constructor(clients: pg.Client[]) {
    this.#clients = clients
  }

  static async open(connection: pg.ClientConfig, lanes: number): Promise<Floor> {
    const clients = Array.from({ length: lanes }, () => new pg.Client(connection))
    await Promise.all(clients.map((client) => client.connect()))
    return new Floor(clients)
  }

  insertMany(lane: number, place: Place, position: number, rows: object[]): Promise<unknown> {
    return this.#clients[lane]!.query({
      name: 'many',
      text: `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
             SELECT $1, (r->>'id')::uuid, $2, $3::bigint + n, 'api', r->'cells', $4
             FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS e (r, n)`,
      values: [
        place.workspaceId,
        place.definitionId,
        position,
        place.createdBy,
        JSON.stringify(rows.map((cells) => ({ id: randomUUIDv7(), cells }))),
      ],
    })
  }

  /** Sends one of the service's statements, prepared. */
  ask(lane: number, { text, values }: Statement): Promise<unknown> {
    return this.#clients[lane]!.query({ name: nameOf(text), text, values })
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()))
  }
}

export interface Place {
  workspaceId: string
  definitionId: string
  /** As the service writes it, so that the floor's rows are the same. */
  createdBy: string
}

export interface Statement {
  text: string
  values: unknown[]
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `asked${names.size}`
  names.set(text, name)
  return name
}
