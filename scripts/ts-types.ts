import type { TProperties, TSchema } from 'typebox'
import { isNullHere, namingOf } from '../contract/language/named.ts'

// The subset of JSON Schema that the contract uses, as TypeScript: for the client, which has no dependencies.

interface Schema {
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  const?: string | number | boolean
  properties?: TProperties
  patternProperties?: TProperties
  additionalProperties?: boolean
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  description?: string
}

/** Writes schemas as TypeScript types. A schema with a name is declared once, and is written as that name elsewhere. */
export class TypeWriter {
  readonly #declarations = new Map<string, string>()
  readonly #elsewhere: readonly string[]

  /** @param elsewhere names that somebody else declares: they are only referred to. */
  constructor(elsewhere: readonly string[] = []) {
    this.#elsewhere = elsewhere
  }

  /** `export interface Name {…}` for each named shape that was written so far, in the order of their names. */
  declarations(): string[] {
    return [...this.#declarations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  }

  /** The type of a value that fits the schema. */
  type(schema: TSchema | undefined): string {
    if (schema === undefined) return 'undefined'
    const naming = namingOf(schema)
    if (!naming) return this.#write(schema as Schema)
    if (!this.#declarations.has(naming.name) && !this.#elsewhere.includes(naming.name)) {
      const body = this.#write(naming.schema as Schema)
      const head = body.startsWith('{') ? `interface ${naming.name}` : `type ${naming.name} =`
      this.#declarations.set(naming.name, `/** ${naming.description} */\nexport ${head} ${body}`)
    }
    return isNullHere(schema, naming) ? `${naming.name} | null` : naming.name
  }

  #write(schema: Schema): string {
    if (schema.anyOf) return schema.anyOf.map((one) => this.type(one)).join(' | ')
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
        const item = this.type(schema.items ?? {})
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
    const members = Object.entries(properties)
    const open = Object.values(patternProperties ?? {})[0]
    if (open && members.length === 0) return `Record<string, ${this.type(open)}>`
    if (additionalProperties === true && members.length === 0) return 'object'
    if (members.length === 0) return 'Record<string, never>'
    const names = Object.keys(properties).join(' ')
    const { items } = (properties.data ?? {}) as Schema
    if (names === 'data') return `One<${this.type(properties.data)}>`
    if (names === 'data nextCursor' && items) return `List<${this.type(items)}>`
    const lines = members.map(([name, member]) => {
      const { description } = member as Schema
      const doc = description ? `/** ${description} */\n` : ''
      return `${doc}${name}${required.includes(name) ? '' : '?'}: ${this.type(member)}`
    })
    return `{\n${lines.join('\n')}\n}`
  }
}
