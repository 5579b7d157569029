import type { TProperties, TSchema } from 'typebox'
import { authOperations, Seat, SignedIn } from '../contract/auth.ts'
import { Column, ColumnSettings } from '../contract/columns.ts'
import { Issue } from '../contract/common.ts'
import {
  boardKeyOperations,
  ingestOperations,
  pageKeyOperations,
  WriteGuide,
} from '../contract/ingest.ts'
import { type AnyOperation, isKeyAccess } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { boardOperations, Cells, pageOperations } from '../contract/records.ts'
import { refusals } from '../contract/refusals.ts'
import { workspaceOperations } from '../contract/workspace.ts'
import { TypeWriter } from './ts-types.ts'

/** The operations as the client names them: `<group>.<operation>`. */
export const groups = {
  auth: authOperations,
  workspace: workspaceOperations,
  boards: { ...boardOperations, ...boardKeyOperations },
  definitions: { ...pageOperations, ...pageKeyOperations },
  ingest: ingestOperations,
}

const named: [string, AnyOperation][] = Object.entries(groups).flatMap(([group, members]) =>
  Object.entries(members).map(([name, operation]): [string, AnyOperation] => [
    `${group}.${name}`,
    operation,
  ]),
)
const left = operations.filter((operation) => !named.some(([, known]) => known === operation))
if (left.length > 0) {
  throw new Error(`no group of the client has ${left.map((op) => op.operationId).join(', ')}`)
}

const member = (schema: TSchema, name: string): TSchema =>
  (schema as unknown as { properties: TProperties }).properties[name]!
const dataOf = ({ answer }: AnyOperation): TSchema => member(answer, 'data')
const itemOf = (operation: AnyOperation): TSchema =>
  (dataOf(operation) as unknown as { items: TSchema }).items

/** What the client's users will want to name. */
const schemas: Record<string, TSchema> = {
  Cells,
  Column,
  ColumnSettings,
  Definition: dataOf(boardOperations.get),
  IngestRow: (member(dataOf(ingestOperations.readBoard), 'rows') as unknown as { items: TSchema })
    .items,
  Issue,
  Key: itemOf(boardKeyOperations.listKeys),
  KeptReceipt: itemOf(boardKeyOperations.listReceipts),
  Row: dataOf(boardOperations.getRow),
  Seat,
  Session: itemOf(authOperations.listSessions),
  SignedIn,
  Team: dataOf(workspaceOperations.getTeam),
  Workspace: dataOf(workspaceOperations.getWorkspace),
  WriteGuide,
}

const HEADER = '// Written by scripts/generate.ts from the contract; not by hand.\n'

/** sdk/operations.ts: what the client needs to know at run time. */
export function operationTable(): string {
  const lines = named.map(([name, { method, path, body, access }]) => {
    const facts = {
      method,
      path,
      hasBody: body !== undefined,
      takesKey: method === 'POST' && access !== 'public',
    }
    return `'${name}': ${JSON.stringify(facts)},`
  })
  return `${HEADER}
/** Every operation by its name. \`takesKey\`: whether an Idempotency-Key makes it safe to repeat. */
export const operations = {\n${lines.join('\n')}\n} as const\n`
}

/** sdk/types.ts: what each operation takes and answers. */
export function operationTypes(): string {
  const writer = new TypeWriter(schemas)
  const declarations = Object.entries(schemas).map(([name, schema]) =>
    writer.declaration(name, schema),
  )
  const entries = named.map(([name, operation]) => {
    const { method, path, summary, params, query, body, answer, access } = operation
    const by = isKeyAccess(access) ? 'by a key' : access === 'public' ? 'by anyone' : 'signed in'
    return `/** ${summary}. ${method} ${path}, ${by}. */
      '${name}': {
        params: ${writer.type(params)}
        query: ${writer.type(query)}
        body: ${writer.type(body)}
        answer: ${writer.type(answer)}
      }`
  })
  const codes = Object.keys(refusals).map((code) => `'${code}'`)
  return `${HEADER}
${declarations.join('\n\n')}

/** Every code that the service refuses with. */
export type RefusalCode = ${codes.join(' | ')}

/** Each operation: its path parameters, query, body and answer; undefined where it has none. */
export interface Operations {\n${entries.join('\n')}\n}\n`
}
