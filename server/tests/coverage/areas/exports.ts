import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'

const { exportRows: board, listSenders: boardSenders } = operationGroups.boards
const { exportRows: page, listSenders: pageSenders } = operationGroups.definitions

/** The good request, sent by that role with each of these queries added. */
const asking =
  (role: 'owner' | 'viewer', ...queries: Record<string, string>[]): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return Promise.all(
      queries.map((query) =>
        send(world.service, operation, {
          ...sent,
          query: { ...sent.query, ...query },
          token: world.desk.tokens[role],
        }),
      ),
    )
  }

const nameless = JSON.stringify({ column: 'no_such_column', op: 'eq', value: 'x' })

export const exports: Area = {
  good: [
    [
      board,
      ({ owner, board: { id } }) => ({ token: owner, params: { id }, query: { format: 'csv' } }),
    ],
    [
      page,
      ({ owner, page: { key } }) => ({ token: owner, params: { key }, query: { format: 'xlsx' } }),
    ],
    [boardSenders, ({ owner, board: { id } }) => ({ token: owner, params: { id } })],
    [pageSenders, ({ owner, page: { key } }) => ({ token: owner, params: { key } })],
  ],
  cases: [board, page].flatMap((operation): Area['cases'] => [
    [
      operation,
      'unknown_column',
      asking(
        'owner',
        { fields: 'no_such_column' },
        { sort: '-no_such_column' },
        { filter: nameless },
      ),
    ],
    [operation, 'forbidden', asking('viewer', { as: 'role:member' })],
    [operation, 'unknown_reference', asking('owner', { as: `key:${NOTHING}` }, { view: NOTHING })],
  ]),
}
