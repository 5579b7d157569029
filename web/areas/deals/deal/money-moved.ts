import type { QueryName } from '../../../service/queries.ts'
/** The queries that a posting outdates: the area's own, and the timelines of records. */
export const MONEY_MOVED: QueryName[] = [['accounting'], ['definitions', 'getTimeline']]
