import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, type Sent, send } from '../requests.ts'
import { isBoardRoute, NOTHING, placeOf } from '../subjects.ts'
import type { Place, World } from '../world.ts'

const { boards, definitions } = operationGroups

const pathOf = (world: World, place: Place): string =>
  place === world.board ? `/v1/boards/${place.id}` : `/v1/definitions/${place.key}`

let made = 0
async function newView(world: World, place: Place, body: object = {}): Promise<string> {
  const answer = await world.service.api('POST', `${pathOf(world, place)}/views`, {
    token: world.owner,
    body: { name: `${world.mark} view ${++made}`, ...body },
  })
  if (answer.status !== 201) throw new Error(`the view answered ${answer.text}`)
  return answer.body.data.id
}

const at =
  (rest: (place: Place, world: World) => Sent | Promise<Sent>, operation: AnyOperation): Good =>
  async (world) => {
    const place = placeOf(world, operation)
    const { params, ...sent } = await rest(place, world)
    const base: Record<string, string> = isBoardRoute(operation)
      ? { id: place.id }
      : { key: place.key }
    return { token: world.owner, params: { ...base, ...params }, ...sent }
  }

const ofNewView = (body?: object) => async (place: Place, world: World) => ({
  params: { viewId: await newView(world, place) },
  ...(body ? { body } : {}),
})

/** The good request with some members of its body changed. */
const withBody =
  (change: object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const body = { ...(sent.body as object), ...change }
    return [await send(world.service, operation, { ...sent, body })]
  }

const withQueries =
  (role: 'owner' | 'viewer', ...queries: Record<string, string>[]): Case =>
  async (world, operation) => {
    const sent = { ...(await goodRequest(world, operation)), token: world.desk.tokens[role] }
    return Promise.all(queries.map((query) => send(world.service, operation, { ...sent, query })))
  }

const nameTaken: Case = async (world, operation) => {
  const place = placeOf(world, operation)
  const name = `Taken ${++made}`
  await newView(world, place, { name })
  return withBody({ name: name.toUpperCase() })(world, operation)
}

const nameless = { column: 'no_such_column', op: 'eq', value: 'x' }
const filter = JSON.stringify({ and: [{ not: nameless }] })

/** A column of another workspace must be treated as one that does not exist. */
const column = (put: (sent: Sent, id: string | number) => Sent): Rule => ({
  put,
  foreign: (theirs) => [theirs.board.column.id, theirs.page.column.id],
  as: { missing: NOTHING, status: 400, code: 'unknown_column' },
})
const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})

export const views: Area = {
  furnish: async (world) => ({
    boardView: await newView(world, world.board),
    pageView: await newView(world, world.page),
  }),
  good: [boards, definitions].flatMap((op): [AnyOperation, Good][] => [
    [op.listViews, at(() => ({}), op.listViews)],
    [
      op.createView,
      at(
        (place) => ({
          body: {
            name: `A view ${++made}`,
            filter: { column: place.column.key, op: 'is_not_empty' },
            sort: [`-${place.column.key}`],
            fields: [place.column.key],
            group: 'rank',
          },
        }),
        op.createView,
      ),
    ],
    [op.getView, at(ofNewView(), op.getView)],
    [op.updateView, at(ofNewView({ search: 'Acme' }), op.updateView)],
    [op.removeView, at(ofNewView(), op.removeView)],
  ]),
  cases: [
    ...[boards, definitions].flatMap((op): Area['cases'] =>
      [op.createView, op.updateView].flatMap((operation): Area['cases'] => [
        [operation, 'name_taken', nameTaken],
        [operation, 'unknown_column', withBody({ filter: { not: nameless } })],
      ]),
    ),
    ...[boards.listRows, definitions.listRows].flatMap((operation): Area['cases'] => [
      [
        operation,
        'unknown_column',
        withQueries(
          'owner',
          { filter },
          { sort: '-no_such_column' },
          { fields: 'rank,no_such_column' },
          { group: 'no_such_column' },
          { group: 'rank', sum: 'no_such_column' },
        ),
      ],
      [operation, 'forbidden', withQueries('viewer', { as: 'role:member' })],
      [
        operation,
        'unknown_reference',
        withQueries('owner', { view: NOTHING }, { as: `key:${NOTHING}` }),
      ],
    ]),
  ],
  subjects: {
    views: {
      of: (world, place) => [
        (place === world.board ? world.things.boardView : world.things.pageView)!,
      ],
      missing: [NOTHING, 'no-id'],
    },
  },
  rules: {
    'query.view': [
      {
        put: (sent, id) => ({ ...sent, query: { ...sent.query, view: String(id) } }),
        foreign: (theirs, operation) => [
          (isBoardRoute(operation) ? theirs.things.boardView : theirs.things.pageView)!,
        ],
        as: { missing: NOTHING, status: 400, code: 'unknown_reference' },
      },
    ],
    'body.filter': [column((sent, id) => inBody(sent, { filter: { column: id, op: 'is_empty' } }))],
    'body.totals': [column((sent, id) => inBody(sent, { totals: { [id]: 'filled' } }))],
  },
}
