import type { QueryName } from '../../../queries.ts'
/** What is outdated once money was posted: the area's own answers, and what records tell of it. */
export const MONEY_MOVED: QueryName[] = [['accounting'], ['definitions', 'getTimeline']]
