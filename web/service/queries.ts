import type { CallInput, OperationName } from '../../sdk/client.ts'
import type { operations } from '../../sdk/operations.ts'

type Method<N extends OperationName> = (typeof operations)[N]['method']
type Split<N extends string> = N extends `${infer G}.${infer M}` ? readonly [G, M] : never

/** The operations that only read. Their answers are cached, and changes can outdate them. */
type Asked = { [N in OperationName]: Method<N> extends 'GET' ? N : never }[OperationName]
type AskedWith = { [N in Asked]: readonly [...Split<N>, Partial<CallInput<N>>] }[Asked]

/**
 * Names the queries that a change outdates: all of a group (`['obligations']`), all of an operation (`['definitions',
 * 'get']`), or those with a certain input (`['deals', 'get', {params: {id}}]`).
 */
export type QueryName = readonly [Split<Asked>[0]] | Split<Asked> | AskedWith

/**
 * The key an answer is cached under: the operation's group, method and input, or a name of its own, which no change
 * outdates.
 */
export type QueryKey =
  | QueryName
  | readonly [...Kept, unknown, ...unknown[]]
  | readonly ['previewColumnType' | 'attachments', ...unknown[]]
type Kept = readonly [Split<OperationName>[0], Split<OperationName>[1]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: QueryKey
  }
}
