import {
  boardTimelineOperations,
  pageTimelineOperations,
} from '../../../../contract/timelines/timeline.ts'
import type { Area } from '../area.ts'
import { openPlace } from '../places.ts'

export const timelines: Area = {
  good: [boardTimelineOperations, pageTimelineOperations].map(({ getTimeline }) => [
    getTimeline,
    (world) => {
      const { params, place, token } = openPlace(world, getTimeline)
      return { token, params: { ...params, rowId: place.rowId } }
    },
  ]),
  cases: [],
}
