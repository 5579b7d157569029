import type { AnyOperation } from '../../../contract/operation.ts'
import type { RefusalCode } from '../../../contract/refusals.ts'
import type { Answer } from '../support/client.ts'
import type { TestServer } from '../support/service.ts'
import { genericCases } from './generic-cases.ts'
import { goodOf } from './requests.ts'
import { specificCases } from './specific-cases.ts'
import type { World } from './world.ts'

/** Brings an operation to answer as the case says; all the answers must. */
export type Case = (world: CaseWorld, operation: AnyOperation) => Promise<Answer[]>

/** A workspace, and what stands ready for cases that need longer or other settings. */
export interface CaseWorld extends World {
  /** A server whose operator closed sign-up and allows one ingest request a minute. */
  strict: TestServer
  /** What operations answered while another request with their Idempotency-Key was under way. */
  waited: Promise<Map<string, Answer>>
}

/** How a refusal of an operation is brought about: its own case first, else that of any operation with the code. */
export const caseFor = ({ operationId }: AnyOperation, code: RefusalCode): Case | undefined =>
  specificCases.get(`${operationId} ${code}`) ?? genericCases[code]

/** What of a table is never tried: operations without a request that succeeds, codes without a case. */
export const untried = (operations: readonly AnyOperation[]): string[] =>
  operations.flatMap((operation) => [
    ...(goodOf(operation) ? [] : [`${operation.operationId} success`]),
    ...operation.refuses
      .filter((code) => !caseFor(operation, code))
      .map((code) => `${operation.operationId} ${code}`),
  ])
