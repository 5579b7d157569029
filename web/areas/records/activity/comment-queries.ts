import type { QueryName } from '../../../queries.ts'

/** The queries that a new, changed or deleted comment outdates. */
export const commentQueries: QueryName[] = [['definitions', 'getTimeline']]
