// The OpenAPI document as the pages of the reference read it.

/** A JSON Schema, with what the contract uses of it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

interface Reference {
  $ref?: string
}

export interface Parameter extends Reference {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

/** By content type. */
export type Content = Record<string, { schema: Schema; example?: unknown }>

interface Response extends Reference {
  description: string
  content?: Content
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
  'x-scope'?: string
  'x-session-required'?: true
}

export interface OpenApi {
  info: { description: string; version: string }
  security: Record<string, unknown>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
}

/** One operation, with everything that it refers to in its place, but for schemas. */
export interface Operation extends Omit<Described, 'tags' | 'security'> {
  method: string
  path: string
  tag: string
  credential: 'none' | 'key' | 'token'
  /** As the client names it: `boards.listRows`. */
  clientName?: string
}

export interface Reading {
  document: OpenApi
  operations: Map<string, Operation>
  schemas: Map<string, Schema>
  /** For each schema, the operations and the schemas that name it. */
  users: Map<string, { operations: Operation[]; schemas: string[] }>
}

/** @param clientNames by operation id */
export function readDocument(document: OpenApi, clientNames: Map<string, string>): Reading {
  const at = <T extends Reference>(value: T): T =>
    value.$ref ? lookUp(document, value.$ref) : value
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, security, ...described }]): Operation => {
      const clientName = clientNames.get(described.operationId)
      return {
        ...described,
        method: method.toUpperCase(),
        path,
        tag: tags[0]!,
        credential: credentialOf(security ?? document.security),
        ...(clientName ? { clientName } : {}),
        parameters: described.parameters.map(at),
        responses: Object.fromEntries(
          Object.entries(described.responses).map(([status, response]) => [status, at(response)]),
        ),
      }
    }),
  )
  const schemas = new Map(Object.entries(document.components.schemas))
  return {
    document,
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    schemas,
    users: usersOf(operations, schemas),
  }
}

function credentialOf(security: Record<string, unknown>[]): Operation['credential'] {
  if (security.length === 0) return 'none'
  return security.some((way) => 'key' in way) ? 'key' : 'token'
}

function lookUp<T>(document: object, reference: string): T {
  return reference
    .split('/')
    .slice(1)
    .reduce((value, part) => (value as Record<string, unknown>)[part], document as unknown) as T
}

/** `#/components/schemas/Row` → `Row` */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** A schema with what it refers to and what it extends. */
export function wholeOf(reading: Pick<Reading, 'schemas'>, schema: Schema): Schema {
  if (schema.$ref) return wholeOf(reading, reading.schemas.get(nameOf(schema.$ref)) ?? {})
  const parts = (schema.allOf ?? []).map((part) => wholeOf(reading, part))
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])],
  }
}

/** The schemas that a value names, itself or in its members. */
function namedIn(value: unknown): string[] {
  return JSON.stringify(value)
    .split('"#/components/schemas/')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')))
}

function usersOf(operations: Operation[], schemas: Map<string, Schema>): Reading['users'] {
  const users: Reading['users'] = new Map(
    [...schemas.keys()].map((name) => [name, { operations: [], schemas: [] }]),
  )
  for (const operation of operations) {
    for (const name of new Set(namedIn(operation))) users.get(name)?.operations.push(operation)
  }
  for (const [user, schema] of schemas) {
    for (const name of new Set(namedIn(schema))) users.get(name)?.schemas.push(user)
  }
  return users
}
