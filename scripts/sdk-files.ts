import Type, { type TProperties, type TSchema } from 'typebox'
import { authOperations, Seat, SignedIn } from '../contract/auth.ts'
import { Column, ColumnSettings } from '../contract/columns.ts'
import { Comment } from '../contract/comments.ts'
import { Issue } from '../contract/common.ts'
import { DefinitionHead, eventData, events, eventTypes } from '../contract/events.ts'
import { Event } from '../contract/feeds.ts'
import { boardKeyOperations, ingestOperations, WriteGuide } from '../contract/ingest.ts'
import { type AnyOperation, isKeyAccess } from '../contract/operation.ts'
import { operationGroups } from '../contract/operations.ts'
import { boardOperations } from '../contract/records.ts'
import { refusals } from '../contract/refusals.ts'
import { HistoryEntry } from '../contract/row-changes.ts'
import { Cells } from '../contract/rows.ts'
import { workspaceOperations } from '../contract/workspace.ts'
import { TypeWriter } from './ts-types.ts'

/** The operations as the client names them: `<group>.<operation>`. */
const named: [string, AnyOperation][] = Object.entries(operationGroups).flatMap(
  ([group, members]) =>
    Object.entries(members).map(([name, operation]): [string, AnyOperation] => [
      `${group}.${name}`,
      operation,
    ]),
)

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
  Comment,
  Definition: dataOf(boardOperations.get),
  HistoryEntry,
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

/** An export, a file, a stream of events: nothing that is answered as JSON. */
const isStream = ({ produces, answer }: AnyOperation): boolean =>
  produces !== undefined && answer === undefined

const HEADER = '// Written by scripts/generate.ts from the contract; not by hand.\n'

/** sdk/operations.ts: what the client needs to know at run time. */
export function operationTable(): string {
  const lines = named.map(([name, operation]) => {
    const { method, path, body, access, upload } = operation
    const facts = {
      method,
      path,
      hasBody: body !== undefined,
      isUpload: upload === true,
      isStream: isStream(operation),
      takesKey: method === 'POST' && access !== 'public',
    }
    return `'${name}': ${JSON.stringify(facts)},`
  })
  return `${HEADER}
/**
 * Every operation by its name. \`takesKey\`: whether an Idempotency-Key makes it safe to repeat. \`isUpload\`: whether the
 * body goes as a form with files. \`isStream\`: whether the answer is no JSON and is left unread.
 */
export const operations = {\n${lines.join('\n')}\n} as const\n`
}

/** sdk/types.ts: what each operation takes and answers. */
export function operationTypes(): string {
  const writer = new TypeWriter({ ...schemas, FeedEvent: Event })
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
        answer: ${isStream(operation) ? '{ response: Response }' : writer.type(answer)}
      }`
  })
  const codes = Object.keys(refusals).map((code) => `'${code}'`)
  return `${HEADER}
${declarations.join('\n\n')}

${eventDeclarations()}

/** Every code that the service refuses with. */
export type RefusalCode = ${codes.join(' | ')}

/** Each operation: its path parameters, query, body and answer; undefined where it has none. */
export interface Operations {\n${entries.join('\n')}\n}\n`
}

/** The types of events: what each holds, and one type for all of them, which `type` tells apart. */
function eventDeclarations(): string {
  const shapes = { DefinitionHead, ...eventData }
  const writer = new TypeWriter({ ...schemas, ...shapes })
  const declarations = Object.entries(shapes).map(([name, schema]) =>
    writer.declaration(name, schema),
  )
  const members = eventTypes.map(({ type, data }) => `'${type}': ${writer.type(data)}`)
  const nouns = Object.keys(events).map((noun) => `'${noun}'`)
  return `${declarations.join('\n\n')}

/** What events of each type hold in \`data\`. */
export interface EventData {\n${members.join('\n')}\n}

export type EventType = keyof EventData

/** What types of events begin with: what they are about. */
export type EventNoun = ${nouns.join(' | ')}

${writer.declaration('EventHead', Type.Omit(Event, ['type', 'data']))}

/**
 * What happened. Once you have compared \`type\`, \`data\` has the members of that type. A later version of the service may
 * send types that are not here.
 */
export type FeedEvent<T extends EventType = EventType> = {
  [K in T]: EventHead & { type: K; data: EventData[K] }
}[T]`
}
