import type { TSchema } from 'typebox'
import { EventHead } from '../contract/events/event-shapes.ts'
import { events, eventTypes } from '../contract/events/events.ts'
import { IngestRefusal, SessionRefusal } from '../contract/language/common.ts'
import { type AnyOperation, isKeyAccess } from '../contract/language/operation.ts'
import { operationGroups } from '../contract/operations.ts'
import { TypeWriter } from './ts-types.ts'

/** The operations as the client names them: `<group>.<operation>`. */
const named: [string, AnyOperation][] = Object.entries(operationGroups).flatMap(
  ([group, members]) =>
    Object.entries(members).map(([name, operation]): [string, AnyOperation] => [
      `${group}.${name}`,
      operation,
    ]),
)

/** Whether the answer is not JSON, but an export, a file or a stream of events. */
const isStream = ({ produces, answer }: AnyOperation): boolean =>
  produces !== undefined && answer === undefined

/** Whether it answers page by page. */
const isList = ({ query, answer }: AnyOperation): boolean =>
  query?.properties?.cursor !== undefined && answer?.properties?.nextCursor !== undefined

/** Lists whose pages hold more than the items. */
const MEMBERS: Record<string, string> = {
  'ingest.readBoard': 'rows',
  'ingest.readPage': 'rows',
  'accounting.explainAvailability': 'entries',
}

function itemsOf(name: string, { answer }: AnyOperation): { at: string; item: TSchema } {
  const { data } = answer.properties
  const at = MEMBERS[name] ?? 'data'
  const item = (at === 'data' ? data : data.properties[at])?.items
  if (!item) throw new Error(`Nothing says where the items of ${name} are.`)
  return { at, item }
}

/** What is sent, as types, and what is answered then. */
interface Case {
  body?: string
  query?: string
  answer: string
}

/** The cases of an operation whose answer depends on what is sent, the narrower ones first. */
function casesOf(name: string, { body, query, answer }: AnyOperation, writer: TypeWriter): Case[] {
  const formats: string[] = query?.properties?.format?.enum ?? []
  if (answer && formats[0] === 'json') {
    return formats.slice(1).map((format) => ({
      query: `{ format: '${format}' }`,
      answer: '{ text: string }',
    }))
  }
  if (answer?.anyOf === undefined) return []
  const given = writer.type(body)
  const [first, second] = answer.anyOf.map((one: TSchema) => writer.type(one))
  if (body?.properties.dryRun) {
    return [
      { body: `${given} & { dryRun?: undefined }`, answer: first },
      { body: `${given} & { dryRun: 'true' }`, answer: second },
    ]
  }
  if (!body?.properties.cells || !body.properties.rows) {
    throw new Error(`Nothing says when ${name} answers which of its answers.`)
  }
  return [
    { body: `OneRow<${given}>`, answer: first },
    { body: `ManyRows<${given}>`, answer: second },
  ].flatMap((one) =>
    query?.properties?.dryRun
      ? [{ body: one.body, query: '{ dryRun?: false }', answer: `Stored<${one.answer}>` }, one]
      : [one],
  )
}

const casesText = (cases: Case[]): string[] => {
  const texts = cases.map((one) => Object.entries(one).map((member) => member.join(': ')))
  return texts.length === 0 ? [] : [`cases: [${texts.map((one) => `{ ${one.join('; ')} }`)}]`]
}

const HEADER = '// Written by scripts/generate.ts from the contract; not by hand.\n'

/** sdk/operations.ts: what the client needs to know at run time. */
export function operationTable(): string {
  const lines = named.map(([name, operation]) => {
    const { method, path, body, access, upload } = operation
    const facts = {
      method,
      path,
      ...(body !== undefined && { hasBody: true }),
      ...(upload === true && { isUpload: true }),
      ...(isStream(operation) && { isStream: true }),
      ...(method === 'POST' && access !== 'public' && { takesKey: true }),
      ...(isList(operation) && { items: itemsOf(name, operation).at }),
    }
    return `'${name}': ${JSON.stringify(facts)},`
  })
  return `${HEADER}
/** A fact that is left out is false. */
export interface OperationFacts {
  method: string
  path: string
  hasBody?: boolean
  /** The body is sent as a form with files. */
  isUpload?: boolean
  /** The answer is not JSON and is left unread. */
  isStream?: boolean
  /** An Idempotency-Key makes it safe to repeat. */
  takesKey?: boolean
  /** For a list with pages: where its items are, in \`data\` itself or in a member of it. */
  items?: string
}

/** Every operation by its name. */
export const operations = {\n${lines.join('\n')}\n} as const satisfies Record<string, OperationFacts>\n`
}

/** sdk/types.ts: what each operation takes and answers. */
export function operationTypes(): string {
  const writer = new TypeWriter(['Event'])
  for (const refusal of [SessionRefusal, IngestRefusal]) writer.type(refusal)
  const entries = named.map(([name, operation]) => {
    const { method, path, summary, params, query, body, answer, access } = operation
    const by = isKeyAccess(access) ? 'by a key' : access === 'public' ? 'by anyone' : 'signed in'
    const members = [
      `params: ${writer.type(params)}`,
      `query: ${writer.type(query)}`,
      `body: ${writer.type(body)}`,
      `answer: ${isStream(operation) ? '{ response: Response }' : writer.type(answer)}`,
      ...(isList(operation) ? [`item: ${writer.type(itemsOf(name, operation).item)}`] : []),
      ...casesText(casesOf(name, operation, writer)),
    ]
    return `/** ${summary}. ${method} ${path}, ${by}. */
      '${name}': {\n${members.join('\n')}\n}`
  })
  const eventTypesText = eventDeclarations(writer)
  return `${HEADER}
/** The answer with one thing. */
export interface One<T> {
  data: T
}

/** The answer with a page of a list. */
export interface List<T> {
  data: T[]
  /** Send it as \`cursor\` to read the next page. \`null\` on the last one. */
  nextCursor: string | null
}

/** A body with one row. */
export type OneRow<B extends { cells?: unknown; rows?: unknown }> = B &
  Required<Pick<B, 'cells'>> & { rows?: undefined }

/** A body with several rows. */
export type ManyRows<B extends { cells?: unknown; rows?: unknown }> = B &
  Required<Pick<B, 'rows'>> & { cells?: undefined }

/** The answer to a write that was no dry run: what was written has its \`id\` and \`position\`. */
export type Stored<A extends { data: unknown }> = Omit<A, 'data'> & { data: Placed<A['data']> }
type Placed<D> = D extends (infer R)[] ? Placed<R>[] : D & { id: string; position: number }

${writer.declarations().join('\n\n')}

${eventTypesText}

/**
 * Each operation: its path parameters, query, body and answer; undefined where it has none. A list with pages has the type
 * of its \`item\`, and an operation whose answer depends on what is sent has its \`cases\`.
 */
export interface Operations {\n${entries.join('\n')}\n}\n`
}

/** The types of events: what each holds, and one type for all of them, which `type` tells apart. */
function eventDeclarations(writer: TypeWriter): string {
  const members = eventTypes.map(({ type, data }) => `'${type}': ${writer.type(data)}`)
  const nouns = Object.keys(events).map((noun) => `'${noun}'`)
  return `/** What events of each type hold in \`data\`. */
export interface EventData {\n${members.join('\n')}\n}

export type EventType = keyof EventData

/** The first part of an event's type: what the event is about. */
export type EventNoun = ${nouns.join(' | ')}

/**
 * What happened. Once you have compared \`type\`, \`data\` has the members of that type. A later version of the service may
 * send types that are not here.
 */
export type Event<T extends EventType = EventType> = {
  [K in T]: ${writer.type(EventHead)} & { type: K; data: EventData[K] }
}[T]

/** The former name of \`Event\`. */
export type FeedEvent<T extends EventType = EventType> = Event<T>`
}
