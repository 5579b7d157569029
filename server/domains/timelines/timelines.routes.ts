import { timelineOperations } from '../../../contract/timelines/timeline.ts'
import type { Http } from '../../platform/http/http.ts'
import { listTimeline } from './timelines.ts'

export function bindTimelines({ bindBoth }: Http): void {
  bindBoth(timelineOperations, {
    getTimeline: ({ actor, params, query }, tx) => listTimeline(tx, actor, params, query),
  })
}
