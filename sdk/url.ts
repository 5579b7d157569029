import { operations } from './operations.ts'
import type { Operations } from './types.ts'

/** A member that not every operation has. */
export type Given<K extends string, T> = [T] extends [undefined] ? unknown : { [key in K]: T }

/** The parts of an operation's URL. */
export type UrlInput<N extends keyof Operations> = Given<'params', Operations[N]['params']> &
  Partial<Given<'query', Operations[N]['query']>>

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/**
 * The path and query of an operation, for a link or a download: `urlOf('files.content', { params: { id } })`.
 *
 * @throws TypeError if a path parameter is missing
 */
export function urlOf<N extends keyof Operations>(name: N, input: UrlInput<N>): string {
  const { params = {}, query = {} } = input as AnyInput
  const filled = operations[name].path.replace(/\{(\w+)\}/g, (_, part: string) => {
    if (params[part] === undefined) throw new TypeError(`${name} needs the path parameter ${part}`)
    return encodeURIComponent(String(params[part]))
  })
  const search = new URLSearchParams()
  for (const [part, value] of Object.entries(query)) {
    if (value !== undefined) search.set(part, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
