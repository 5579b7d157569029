import type { CallInput, OperationName } from '../sdk/client.ts'
import type { operations } from '../sdk/operations.ts'

type Method<N extends OperationName> = (typeof operations)[N]['method']
type Split<N extends string> = N extends `${infer G}.${infer M}` ? readonly [G, M] : never

/** The operations that only answer: what they answered is kept, and may be outdated. */
type Asked = { [N in OperationName]: Method<N> extends 'GET' ? N : never }[OperationName]
type AskedWith = { [N in Asked]: readonly [...Split<N>, Partial<CallInput<N>>] }[Asked]

/**
 * Names queries, as a change does that outdates them: all of a group (`['obligations']`), all of an operation
 * (`['definitions', 'get']`), or those that ask it for something (`['deals', 'get', {params: {id}}]`).
 */
export type QueryName = readonly [Split<Asked>[0]] | Split<Asked> | AskedWith

/**
 * What an answer is kept under: the operation's group and method, and what was asked of it; or a name of its own, which
 * nothing outdates.
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
