import { type Desk, makeBoard, makeDesk, makePage } from '../support/desks/fixtures.ts'
import type { TestService } from '../support/service/service.ts'
import { openToken } from '../support/service/tokens.ts'
import { areas } from './areas.ts'

/** A workspace with at least one of everything that an operation may name. */
export interface World {
  service: TestService
  /** Part of every text in the workspace, so that a leak of any text shows. */
  mark: string
  desk: Desk
  /** The owner's access token. */
  owner: string
  ownerEmail: string
  teamId: string
  /** The sender's own id of a record in the page. */
  externalId: string
  /** An active person whose number no other workspace has. */
  guest: number
  /** Another session of the owner than the one of `owner`. */
  sessionId: string
  board: Place
  page: Place
  /** What the areas added, by name. */
  things: Record<string, string>
}

/** A board or a page, with a column, a row and a key. */
export interface Place {
  /** Pages have one too, though no route takes it. */
  id: string
  key: string
  column: { id: string; key: string }
  rowId: string
  keyId: string
  secret: string
}

/** Counts the worlds. Integer ids are multiples of it, large enough to differ from every amount that a world has. */
let worlds = 10

export const PASSWORD = 'correct horse battery'

/** Every id in the workspace, except people's numbers, which each workspace counts for itself. */
export const idsOf = ({ desk, teamId, sessionId, board, page, things }: World): string[] => [
  desk.workspaceId,
  teamId,
  sessionId,
  ...[board, page].flatMap(({ id, column, rowId, keyId }) => [id, column.id, rowId, keyId]),
  ...Object.values(things),
]

export async function makeWorld(service: TestService, mark: string): Promise<World> {
  const desk = await makeDesk(service, mark)
  const owner = desk.tokens.owner
  const api = (method: string, path: string, body?: object) =>
    service.api(method, path, { token: owner, body })
  await api('PATCH', `/v1/workspace/seats/${desk.seats.owner}`, { name: `${mark} Olga` })
  // So that every seat can see what the areas make.
  await api('PATCH', '/v1/workspace', { moneyVisibleTo: 'everyone' })
  const team = await api('POST', '/v1/workspace/teams', { name: `${mark} Closers` })
  const session = await api('GET', '/v1/auth/session')
  const { sessionId } = await openToken(service, desk.workspaceId, desk.seats.owner)
  await service.sql('UPDATE workspaces SET next_crm_user_id = $2 WHERE id = $1', [
    desk.workspaceId,
    ++worlds * 10_000,
  ])
  await service.sql(
    `INSERT INTO integer_ids SELECT $1, kind, $2
     FROM unnest(ARRAY['obligation', 'document', 'deal', 'deal_split', 'conversation', 'message']) AS kind`,
    [desk.workspaceId, worlds * 1_000_000],
  )
  const guest = await api('POST', '/v1/workspace/seats', {
    email: `guest${worlds}@desk.example`,
    name: `${mark} Gus`,
    role: 'member',
  })
  await service.sql("UPDATE seats SET status = 'active' WHERE crm_user_id = $1", [worlds * 10_000])
  const columns = [
    { name: `${mark} Name`, type: 'text' },
    { name: 'Agent', type: 'person' },
    { name: 'Rank', type: 'number' },
  ]
  const place = async (base: string, made: Omit<Place, 'id' | 'column' | 'rowId'>) => {
    const { data } = (await api('GET', base)).body
    const column = data.columns[0]
    const row = await api('POST', `${base}/rows`, { cells: { [column.key]: `${mark} row` } })
    await api('POST', `${base}/rows`, { cells: { [column.key]: `${mark} row` } })
    return {
      ...made,
      id: data.id,
      column: { id: column.id, key: column.key },
      rowId: row.body.data.id,
    }
  }
  const board = await makeBoard(service, owner, columns)
  const page = await makePage(service, owner, columns)
  const world: World = {
    service,
    mark,
    desk,
    owner,
    ownerEmail: session.body.data.account.email,
    teamId: team.body.data.id,
    guest: guest.body.data.crmUserId,
    externalId: `form-${worlds}001`,
    sessionId,
    board: await place(`/v1/boards/${board.id}`, board),
    page: await place(`/v1/definitions/${page.key}`, page),
    things: {},
  }
  await service.api('POST', '/v1/ingest/records', {
    token: page.secret,
    body: { cells: { [world.page.column.key]: `${mark} row` }, external_id: world.externalId },
  })
  for (const { furnish } of areas) Object.assign(world.things, await furnish?.(world))
  return world
}
