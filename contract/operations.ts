import { authOperations } from './auth.ts'
import { boardKeyOperations, ingestOperations, pageKeyOperations } from './ingest.ts'
import type { AnyOperation } from './operation.ts'
import { boardOperations, pageOperations } from './records.ts'
import { workspaceOperations } from './workspace.ts'

/** Every operation of the API, once. What is not here has no route. */
export const operations: readonly AnyOperation[] = [
  authOperations,
  workspaceOperations,
  boardOperations,
  boardKeyOperations,
  pageOperations,
  pageKeyOperations,
  ingestOperations,
].flatMap((group) => Object.values(group) as AnyOperation[])
