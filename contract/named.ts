import type { TSchema } from 'typebox'

// A symbol, so that it goes along where a schema is made optional or nullable, and nothing that checks or serialises
// by the schema sees it.
const NAMING: unique symbol = Symbol('naming')
const PARAMETER: unique symbol = Symbol('parameter')

/** What a shape is called, and what it is, in a sentence. */
export interface Naming {
  name: string
  description: string
  /** The shape itself, without what a place where it is used says about it. */
  schema: TSchema
  /** What the OpenAPI document says of it, if that is more than what checks and writes it. */
  documented?: TSchema | undefined
}

interface Marked {
  [NAMING]?: Naming
  [PARAMETER]?: string
}

/**
 * A shape that has a name: written once in the OpenAPI document and in the client's types, and referred to everywhere
 * else. Requests and answers are checked and written by the schema as it is.
 *
 * @param documented what the OpenAPI document says in its place.
 */
export const named = <T extends TSchema>(
  name: string,
  description: string,
  schema: T,
  documented?: TSchema,
): T => copied(schema, { [NAMING]: { name, description, schema, documented } satisfies Naming })

/** A parameter that many operations take: written once in the OpenAPI document, under this name. */
export const parameter = <T extends TSchema>(name: string, schema: T): T =>
  copied(schema, { [PARAMETER]: name })

/** The same schema, with what it means in the place where it is used. */
export const described = <T extends TSchema>(schema: T, description: string): T =>
  copied(schema, { description })

/** The same schema without its name: for one that was made from it and is another shape. */
export const unnamed = <T extends TSchema>(schema: T): T => copied(schema, { [NAMING]: undefined })

export const namingOf = (schema: TSchema): Naming | undefined => (schema as Marked)[NAMING]
export const parameterNameOf = (schema: TSchema): string | undefined =>
  (schema as Marked)[PARAMETER]

/** Whether a named shape may be `null` in this place, which the shape itself may not. */
export const isNullHere = (schema: TSchema, naming: Naming): boolean =>
  typesOf(schema).includes('null') && !typesOf(naming.schema).includes('null')

const typesOf = (schema: TSchema): string[] =>
  [(schema as { type?: string | string[] }).type ?? []].flat()

/** With the properties that typebox keeps hidden. */
const copied = <T extends TSchema>(schema: T, more: object): T =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(more) },
  ) as T
