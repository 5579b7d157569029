import type { AnyOperation } from '../../../contract/language/operation.ts'
import type { RefusalCode } from '../../../contract/refusals/refusals.ts'
import type { Answer } from '../support/clients/client.ts'
import type { TestServer } from '../support/service/service.ts'
import { genericCases } from './generic-cases.ts'
import { goodOf } from './requests.ts'
import { specificCases } from './specific-cases.ts'
import type { World } from './world.ts'

/** Makes an operation answer with the refusal of the case. All the answers must have it. */
export type Case = (world: CaseWorld, operation: AnyOperation) => Promise<Answer[]>

/** A workspace, and what was prepared for cases that take longer or need other settings. */
export interface CaseWorld extends World {
  /** A server whose operator closed sign-up, allows one ingest request a minute, and has set no domain for email. */
  strict: TestServer
  /** What operations answered while another request with their Idempotency-Key was in progress. */
  waited: Promise<Map<string, Answer>>
}

/** How to cause a refusal of an operation: by its own case, or else by the one for any operation with the code. */
export const caseFor = ({ operationId }: AnyOperation, code: RefusalCode): Case | undefined =>
  specificCases.get(`${operationId} ${code}`) ?? genericCases[code]

/** What is never tried: operations without a request that succeeds, and codes without a case. */
export const untried = (operations: readonly AnyOperation[]): string[] =>
  operations.flatMap((operation) => [
    ...(goodOf(operation) ? [] : [`${operation.operationId} success`]),
    ...operation.refuses
      .filter((code) => !caseFor(operation, code))
      .map((code) => `${operation.operationId} ${code}`),
  ])
