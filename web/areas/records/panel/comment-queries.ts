import type { QueryName } from '../../../queries.ts'
/** What a comment that is written, changed or deleted outdates. */
export const commentQueries: QueryName[] = [
  ['definitions', 'listComments'],
  ['definitions', 'getTimeline'],
]
