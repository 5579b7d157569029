import type { TSchema } from 'typebox'

// Symbols, so that the name stays when a schema is made optional or nullable, and validators and serialisers do not see
// it.
const NAMING: unique symbol = Symbol('naming')
const PARAMETER: unique symbol = Symbol('parameter')

/** A shape's name, and a sentence that says what it is. */
export interface Naming {
  name: string
  description: string
  /** The shape itself, without the descriptions of the places that use it. */
  schema: TSchema
  /** The schema for the OpenAPI document, if it says more than the one that validates and serialises. */
  documented?: TSchema | undefined
}

interface Marked {
  [NAMING]?: Naming
  [PARAMETER]?: string
}

/**
 * Gives a shape a name. The OpenAPI document and the client's types then have it once and refer to it. Requests and
 * answers are validated and serialised by the schema itself.
 *
 * @param documented the schema that the OpenAPI document has instead.
 */
export const named = <T extends TSchema>(
  name: string,
  description: string,
  schema: T,
  documented?: TSchema,
): T => copied(schema, { [NAMING]: { name, description, schema, documented } satisfies Naming })

/** A parameter that many operations take. The OpenAPI document has it once, under this name. */
export const parameter = <T extends TSchema>(name: string, schema: T): T =>
  copied(schema, { [PARAMETER]: name })

/** The same schema, with a description for the place that uses it. */
export const described = <T extends TSchema>(schema: T, description: string): T =>
  copied(schema, { description })

/** The same schema without its name, for a different shape that was made from a named one. */
export const unnamed = <T extends TSchema>(schema: T): T => copied(schema, { [NAMING]: undefined })

export const namingOf = (schema: TSchema): Naming | undefined => (schema as Marked)[NAMING]
export const parameterNameOf = (schema: TSchema): string | undefined =>
  (schema as Marked)[PARAMETER]

/** Whether a named shape can be `null` in this place although the shape itself cannot. */
export const isNullHere = (schema: TSchema, naming: Naming): boolean =>
  typesOf(schema).includes('null') && !typesOf(naming.schema).includes('null')

const typesOf = (schema: TSchema): string[] =>
  [(schema as { type?: string | string[] }).type ?? []].flat()

/** A copy that includes the properties that typebox hides. */
const copied = <T extends TSchema>(schema: T, more: object): T =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(more) },
  ) as T
