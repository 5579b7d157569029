import type { QueryName } from '../../../service/queries.ts'

/** The queries that a new, changed or deleted comment outdates. */
export const commentQueries: QueryName[] = [['definitions', 'getTimeline']]
