import {
  boardRelatedOperations,
  overviewOperations,
  pageRelatedOperations,
} from '../../../contract/overviews/overviews.ts'
import type { Http } from '../../platform/http/http.ts'
import { getRelated } from './related.ts'
import { getToday } from './today.ts'

export function bindOverviews({ bind }: Http): void {
  bind(overviewOperations.getToday, async ({ actor, query }, tx) => ({
    data: await getToday(tx, actor, query),
  }))
  for (const op of [boardRelatedOperations, pageRelatedOperations]) {
    bind(op.getRelated, async ({ actor, params }, tx) => ({
      data: await getRelated(tx, actor, params),
    }))
  }
}
