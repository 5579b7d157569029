import {
  boardTimelineOperations,
  pageTimelineOperations,
} from '../../../contract/timelines/timeline.ts'
import type { Http } from '../../platform/http/http.ts'
import { listTimeline } from './timelines.ts'

export function bindTimelines({ bind }: Http): void {
  for (const op of [boardTimelineOperations, pageTimelineOperations]) {
    bind(op.getTimeline, ({ actor, params, query }, tx) => listTimeline(tx, actor, params, query))
  }
}
