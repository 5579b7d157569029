import type { QueryName } from '../../../queries.ts'
/** What a column that comes, goes or changes outdates: the columns first, since sums and orders are asked by them. */
export const columnQueries: QueryName[] = [['definitions', 'get'], ['definitions']]
