import type { AnyOperation } from '../../../contract/language/operation.ts'
import { operationGroups } from '../../../contract/operations.ts'

type Group = keyof typeof operationGroups

/** Which groups of operations each file here tries. */
export const parts = {
  people: ['auth', 'workspace', 'policies', 'rows', 'files'],
  boards: ['boards'],
  pages: ['definitions'],
  money: ['accounting', 'documents', 'obligations', 'agreements'],
  conversations: [
    'conversations',
    'mentions',
    'overviews',
    'templates',
    'optOuts',
    'channels',
    'hooks',
  ],
  feeds: ['feeds', 'webhooks', 'ingest'],
} satisfies Record<string, Group[]>

export const operationsOf = (part: keyof typeof parts): AnyOperation[] =>
  parts[part].flatMap((group) => Object.values<AnyOperation>(operationGroups[group]))
