import type { TProperties, TSchema } from 'typebox'
import { isNullHere, type Naming, namingOf, parameterNameOf } from './named.ts'

/** What an OpenAPI document says once and refers to: collected while its operations are written. */
export class Components {
  readonly #parts = {
    schemas: new Map<string, object>(),
    parameters: new Map<string, object>(),
    responses: new Map<string, object>(),
    headers: new Map<string, object>(),
  }
  readonly #known = new Map<string, Naming>()

  /** All of them, each kind in the order of its names. */
  all(): Record<string, Record<string, object>> {
    return Object.fromEntries(
      Object.entries(this.#parts).map(([kind, parts]) => [
        kind,
        Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    )
  }

  /**
   * A schema as the document has it: what has a name is a reference.
   *
   * @throws where a name stands for two shapes.
   */
  schema(schema: TSchema): object {
    const naming = namingOf(schema)
    if (!naming) return this.#written(schema)
    if (shapeOf(schema) !== shapeOf(naming.schema)) {
      throw new Error(`${naming.name} is used with another shape than its own`)
    }
    if (this.#known.get(naming.name) !== naming) {
      const { name, description } = naming
      this.add('schemas', name, { description, ...this.#written(naming.schema) })
      this.#known.set(name, naming)
    }
    const { description } = schema as { description?: string }
    const $ref = `#/components/schemas/${naming.name}`
    return {
      ...(isNullHere(schema, naming) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
      ...(description && description !== naming.description ? { description } : {}),
    }
  }

  /** A parameter, or a reference to it where it has a name. */
  parameter(name: string, where: 'path' | 'query', schema: TSchema, required: boolean): object {
    const { description, ...rest } = this.schema(schema) as { description?: string }
    const about = description ?? namingOf(schema)?.description
    const written = {
      name,
      in: where,
      required,
      ...(about ? { description: about } : {}),
      schema: rest,
    }
    const component = parameterNameOf(schema)
    return component ? this.add('parameters', component, written) : written
  }

  /**
   * Keeps a component and refers to it.
   *
   * @throws where another one has the name.
   */
  add(kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string, part: object) {
    const kept = this.#parts[kind].get(name)
    if (kept && JSON.stringify(kept) !== JSON.stringify(part)) {
      throw new Error(`two of the ${kind} are called ${name}`)
    }
    this.#parts[kind].set(name, part)
    return { $ref: `#/components/${kind}/${name}` }
  }

  #written(schema: TSchema): object {
    const { properties, items, anyOf, patternProperties, ...rest } = schema as Parts
    return {
      ...rest,
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, member]) => [name, this.schema(member)]),
            ),
          }
        : {}),
      // A record of any keys. Few readers of OpenAPI know `patternProperties`.
      ...(patternProperties
        ? { additionalProperties: this.schema(Object.values(patternProperties)[0]!) }
        : {}),
      ...(items ? { items: this.schema(items) } : {}),
      ...(anyOf ? { anyOf: anyOf.map((one) => this.schema(one)) } : {}),
    }
  }
}

interface Parts {
  properties?: TProperties
  patternProperties?: TProperties
  items?: TSchema
  anyOf?: TSchema[]
}

/** What a schema asks of a value other than `null`, whatever is said about it. */
const shapeOf = (schema: TSchema): string => {
  const { description: _, ...rest } = schema as { description?: string }
  return JSON.stringify(rest, (key, value) => {
    if ((key === 'type' || key === 'enum') && Array.isArray(value)) {
      const others = value.filter((one) => one !== 'null' && one !== null)
      return key === 'type' && others.length === 1 ? others[0] : others
    }
    return value
  })
}
