import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keyOf } from './api.ts'
import { keepPart } from './together.ts'

test('a part that an event outdates while all are asked for is asked for again', async () => {
  const queries = new QueryClient()
  const queryKey = keyOf('obligations.list', { query: {} })
  const options = { queryKey, queryFn: async () => 'newer', staleTime: Number.POSITIVE_INFINITY }
  const shown = new QueryObserver(queries, { ...options, enabled: false })
  const stop = shown.subscribe(() => {})
  await queries.invalidateQueries({ queryKey: ['obligations'] })
  keepPart(queries, queryKey, 'older')
  expect(queries.getQueryData(queryKey)).toBe('older')
  shown.setOptions({ ...options, enabled: true })
  await expect.poll(() => queries.getQueryData(queryKey)).toBe('newer')

  keepPart(queries, queryKey, 'kept')
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(false)
  stop()
})
