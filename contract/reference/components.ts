import type { TProperties, TSchema } from 'typebox'
import { isNullHere, type Naming, namingOf, parameterNameOf } from '../language/named.ts'

/** The parts of an OpenAPI document that it has once and refers to. They are collected while operations are written. */
export class Components {
  readonly #parts = {
    schemas: new Map<string, object>(),
    parameters: new Map<string, object>(),
    responses: new Map<string, object>(),
    headers: new Map<string, object>(),
  }
  readonly #known = new Map<string, Naming>()
  readonly #written = new Map<string, object>()

  /** All components, each kind sorted by name. */
  all(): Record<string, Record<string, object>> {
    return Object.fromEntries(
      Object.entries(this.#parts).map(([kind, parts]) => [
        kind,
        Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    )
  }

  /**
   * A schema as the document has it: named shapes are references.
   *
   * @throws if one name stands for two shapes.
   */
  schema(schema: TSchema): object {
    const naming = namingOf(schema)
    if (!naming) return this.#inline(schema)
    if (!isShapeOf(schema, naming.schema)) {
      throw new Error(`${naming.name} is used with another shape than its own`)
    }
    if (this.#known.get(naming.name) !== naming) {
      const { name, description, documented = naming.schema } = naming
      this.add('schemas', name, { description, ...this.#inline(documented) })
      this.#known.set(name, naming)
    }
    const { description } = schema as { description?: string }
    const $ref = `#/components/schemas/${naming.name}`
    return {
      ...(isNullHere(schema, naming) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
      ...(description && description !== naming.description ? { description } : {}),
    }
  }

  /** A parameter, or a reference to it if it has a name. */
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

  /** A part that is the same in many operations: made for the first one, and reused. */
  once(key: string, write: () => object): object {
    const kept = this.#written.get(key) ?? write()
    this.#written.set(key, kept)
    return kept
  }

  /**
   * Adds a component and returns a reference to it.
   *
   * @throws if a different one already has the name.
   */
  add(kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string, part: object) {
    const kept = this.#parts[kind].get(name)
    if (kept && JSON.stringify(kept) !== JSON.stringify(part)) {
      throw new Error(`two of the ${kind} are called ${name}`)
    }
    this.#parts[kind].set(name, part)
    return { $ref: `#/components/${kind}/${name}` }
  }

  #inline(schema: TSchema): object {
    const { properties, items, anyOf, oneOf, allOf, patternProperties, ...rest } = schema as Parts
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
      ...(oneOf ? { oneOf: oneOf.map((one) => this.schema(one)) } : {}),
      ...(allOf ? { allOf: allOf.map((one) => this.schema(one)) } : {}),
    }
  }
}

interface Parts {
  properties?: TProperties
  patternProperties?: TProperties
  items?: TSchema
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
}

/** Whether a schema is still the shape that was named, ignoring its description and whether it can be null. */
const isShapeOf = (schema: TSchema, named: TSchema): boolean => {
  const keys = new Set([...Object.keys(schema), ...Object.keys(named)])
  const [here, there] = [schema, named] as Record<string, unknown>[]
  return [...keys].every((key) => {
    if (key === 'description' || here![key] === there![key]) return true
    if (key !== 'type' && key !== 'enum') return false
    return String(withoutNull(here![key])) === String(withoutNull(there![key]))
  })
}

const withoutNull = (values: unknown): unknown[] =>
  [values].flat().filter((value) => value !== 'null' && value !== null)
