import { overviewOperations, relatedOperations } from '../../../contract/overviews/overviews.ts'
import type { Http } from '../../platform/http/http.ts'
import { getRelated } from './related.ts'
import { getToday } from './today.ts'

export function bindOverviews({ bind, bindBoth }: Http): void {
  bind(overviewOperations.getToday, async ({ actor, query }, tx) => ({
    data: await getToday(tx, actor, query),
  }))
  bindBoth(relatedOperations, {
    getRelated: async ({ actor, params }, tx) => ({
      data: await getRelated(tx, actor, params),
    }),
  })
}
