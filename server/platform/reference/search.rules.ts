import type { Operation, Reading, Schema } from './document.rules.ts'

export interface Found {
  operations: Operation[]
  schemas: [name: string, schema: Schema][]
}

/** What has all the words somewhere; what has them in its name or its address comes first. */
export function searchReference({ operations, schemas }: Reading, query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = <T>(things: Iterable<T>, headOf: (one: T) => string, textOf: (one: T) => string) =>
    [...things]
      .map((thing) => ({
        thing,
        head: headOf(thing).toLowerCase(),
        text: textOf(thing).toLowerCase(),
      }))
      .filter(({ head, text }) => words.every((word) => head.includes(word) || text.includes(word)))
      .map(({ thing, head }) => ({ thing, isNamed: words.every((word) => head.includes(word)) }))
      .sort((one, two) => Number(two.isNamed) - Number(one.isNamed))
      .map(({ thing }) => thing)
  return {
    operations: found(
      operations.values(),
      ({ method, path, summary, clientName, operationId }) =>
        `${method} ${path} ${summary} ${clientName} ${operationId}`,
      ({ description, tag }) => `${tag} ${description}`,
    ),
    schemas: found(
      schemas,
      ([name]) => name,
      ([, { description = '', properties = {} }]) =>
        `${description} ${Object.keys(properties).join(' ')}`,
    ),
  }
}
