import type { QueryName } from '../../service/queries.ts'
/**
 * The queries that a new, changed or deleted column outdates: the columns first, since sums and orders depend on them.
 */
export const columnQueries: QueryName[] = [['definitions', 'get'], ['definitions']]
