import fastJsonStringify from 'fast-json-stringify'
import type { TSchema } from 'typebox'

type Serializer = (answer: unknown) => string

const built = new WeakMap<TSchema, Serializer>()

/** Writes answers by their schema. It is built when first needed, so that a start does not wait for hundreds. */
export function serializerOf(schema: TSchema): Serializer {
  let write: Serializer | undefined
  return (answer) => {
    write ??= built.get(schema) ?? build(schema)
    return write(answer)
  }
}

function build(schema: TSchema): Serializer {
  const write = fastJsonStringify(schema)
  built.set(schema, write)
  return write
}
