import type { Place } from './floor.ts'
import { type RawConnection, request } from './load.ts'

export interface Board extends Place {
  /** The secret of a key to the board. */
  secret: string
  /** The access token of the owner's session. */
  token: string
}

/** Ten columns such as desks have. */
export const usual = [
  { name: 'name', type: 'text', required: true },
  { name: 'contact', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'amount', type: 'currency' },
  { name: 'months', type: 'number' },
  { name: 'received', type: 'date' },
  {
    name: 'industry',
    type: 'select',
    settings: { options: [{ label: 'Retail' }, { label: 'Other' }] },
  },
  { name: 'agreed', type: 'checkbox' },
  { name: 'notes', type: 'long_text' },
  { name: 'url', type: 'url' },
]

/** @param name of the person who signs up, and of the workspace */
export async function makeBoards(
  port: number,
  count: number,
  columns: object[] = usual,
  name = 'Bench',
): Promise<Board[]> {
  const call = async (path: string, token: string | undefined, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${text}`)
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
    return JSON.parse(text).data as any
  }
  const { accessToken, workspace } = await call('/v1/auth/signup', undefined, {
    email: `${name.toLowerCase().replaceAll(' ', '-')}@sourcebook.example`,
    password: 'a long enough password',
    name,
    workspaceName: name,
  })
  const boards: Board[] = []
  for (let n = 0; n < count; n++) {
    const made = await call('/v1/boards', accessToken, { name: `Board ${n}`, columns })
    const key = await call(`/v1/boards/${made.id}/keys`, accessToken, {
      name: 'bench',
      scopes: ['read', 'rows:write'],
    })
    boards.push({
      workspaceId: workspace.id,
      definitionId: made.id,
      secret: key.secret,
      token: accessToken,
      createdBy: `key:${key.id}`,
    })
  }
  return boards
}

/** One board of each of many workspaces; the service has to run with SIGNUP=open. */
export async function makeWorkspaces(
  port: number,
  count: number,
  columns?: object[],
): Promise<Board[]> {
  const boards: Board[] = []
  for (let n = 0; n < count; n++) {
    boards.push(...(await makeBoards(port, 1, columns, `Bench ${n + 1}`)))
  }
  return boards
}

export const post = (connection: RawConnection, { secret }: Board, cells: object) =>
  sent(connection, request('POST', '/v1/ingest/rows', secret, { cells }))

export async function sent(connection: RawConnection, bytes: Buffer): Promise<void> {
  const { status, body } = await connection.send(bytes)
  if (status >= 300) throw new Error(`the service answered ${status}: ${body}`)
}

let floorPosition = 1e12

/** Takes positions for the floor's rows, far above those of the service. */
export function next(count = 1): number {
  floorPosition += count
  return floorPosition
}
