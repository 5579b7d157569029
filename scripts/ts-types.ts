import type { TSchema } from 'typebox'

// The subset of JSON Schema that the contract uses, as TypeScript: for the client, which has no dependencies.

interface Schema {
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  const?: string | number | boolean
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  description?: string
}

/** Writes schemas as TypeScript types; those that have a name stand as that name. */
export class TypeWriter {
  readonly #names = new Map<string, string>()

  constructor(named: Record<string, TSchema>) {
    for (const [name, schema] of Object.entries(named)) this.#names.set(fingerprint(schema), name)
  }

  /** `export interface Name {…}`, or a type where the schema is no closed object. */
  declaration(name: string, schema: TSchema): string {
    const { description } = schema as Schema
    const body = this.#write(schema as Schema)
    const doc = description ? `/** ${description} */\n` : ''
    return body.startsWith('{')
      ? `${doc}export interface ${name} ${body}`
      : `${doc}export type ${name} = ${body}`
  }

  /** The type of a value that fits the schema. */
  type(schema: TSchema | undefined): string {
    return schema === undefined ? 'undefined' : this.#reference(schema as Schema)
  }

  #reference(schema: Schema): string {
    return this.#names.get(fingerprint(schema)) ?? this.#write(schema)
  }

  #write(schema: Schema): string {
    if (schema.anyOf) return schema.anyOf.map((one) => this.#reference(one)).join(' | ')
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const types = [schema.type ?? 'unknown'].flat()
    return types.map((type) => this.#plain(type, schema)).join(' | ')
  }

  #plain(type: string, schema: Schema): string {
    if (schema.format === 'binary') return 'Blob'
    switch (type) {
      case 'integer':
        return 'number'
      case 'array': {
        const item = this.#reference(schema.items ?? {})
        return / /.test(item) ? `(${item})[]` : `${item}[]`
      }
      case 'object':
        return this.#object(schema)
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'unknown':
        return type
      default:
        throw new Error(`there is no TypeScript for a schema of the type "${type}"`)
    }
  }

  #object(schema: Schema): string {
    const { properties = {}, patternProperties, additionalProperties, required = [] } = schema
    const members = Object.entries(properties).map(([name, member]) => {
      const doc = member.description ? `/** ${member.description} */\n` : ''
      return `${doc}${name}${required.includes(name) ? '' : '?'}: ${this.#reference(member)}`
    })
    const open = Object.values(patternProperties ?? {})[0]
    if (open && members.length === 0) return `Record<string, ${this.#reference(open)}>`
    if (additionalProperties === true && members.length === 0) return 'object'
    if (members.length === 0) return 'Record<string, never>'
    return `{\n${members.join('\n')}\n}`
  }
}

/** Two schemas that say the same of a value, whatever is told about it. */
const fingerprint = (schema: object): string =>
  JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value))
