import { expect, test } from 'vitest'
import type { QueryName } from './queries.ts'

/** The types say which of these are names of queries, so a wrong expectation does not compile. */
type Named<T> = T extends QueryName ? true : false
const named: Named<
  | readonly ['obligations']
  | readonly ['definitions', 'get']
  | readonly ['definitions', 'get', { params: { key: string } }]
> = true
const misspelt: Named<readonly ['obligation'] | readonly ['definitions', 'gets']> = false
const notAsked: Named<readonly ['obligations', 'waive']> = false
const wrongInput: Named<readonly ['definitions', 'get', { params: { id: number } }]> = false

test('only queries have names', () => {
  expect([named, misspelt, notAsked, wrongInput]).toEqual([true, false, false, false])
})
