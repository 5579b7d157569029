import { operationGroups } from '../../../../contract/operations.ts'
import { overviewOperations } from '../../../../contract/overviews/overviews.ts'
import type { Area } from '../area.ts'
import { openPlace } from '../places.ts'

const { boards, definitions } = operationGroups

export const overviews: Area = {
  good: [
    [
      overviewOperations.getToday,
      ({ owner }) => ({ token: owner, query: { deadlineTo: '2100-01-01T00:00:00.000Z' } }),
    ],
    ...[boards, definitions].map(({ getRelated }): Area['good'][number] => [
      getRelated,
      (world) => {
        const { params, place, token } = openPlace(world, getRelated)
        return { token, params: { ...params, rowId: place.rowId } }
      },
    ]),
  ],
  cases: [],
}
