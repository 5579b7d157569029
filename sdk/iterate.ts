import { RefusedError } from './refused.ts'
import type { Result } from './result.ts'

type Query = Record<string, unknown>

/**
 * Yields the items of a list, and reads a page when those before it are used up.
 *
 * @param read reads one page
 * @param items where the items are: `data` itself, or a member of it
 * @throws RefusedError if a page is refused
 */
export async function* iterate(
  read: (query: Query) => Promise<Result<object>>,
  first: Query,
  items: string,
): AsyncGenerator<unknown, void, undefined> {
  for (let query = first; ; ) {
    const page = await read(query)
    if (!page.ok) throw new RefusedError(page)
    const { data, nextCursor } = page as unknown as { data: Query; nextCursor: string | null }
    yield* (items === 'data' ? data : data[items]) as unknown[]
    if (nextCursor === null) return
    // An offset leads to the first page only.
    const { offset: _, ...rest } = query
    query = { ...rest, cursor: nextCursor }
  }
}
