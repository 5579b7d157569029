import { operationGroups } from '../../../../contract/operations.ts'
import type { Area } from '../area.ts'
import { openPlace } from '../places.ts'

const { boards, definitions } = operationGroups

export const timelines: Area = {
  good: [boards, definitions].map(({ getTimeline }) => [
    getTimeline,
    (world) => {
      const { params, place, token } = openPlace(world, getTimeline)
      return { token, params: { ...params, rowId: place.rowId } }
    },
  ]),
  cases: [],
}
