import Type, { type Static, type TSchema } from 'typebox'

/** A closed object: a member that it does not name is refused on the way in and never sent on the way out. */
export const closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { description?: string; minProperties?: number } = {},
) => Type.Object(properties, { additionalProperties: false, ...options })

/** `T | null`, written so that serialisers and API readers see one type and not a union. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [(schema as { type?: string }).type ?? 'object', 'null'],
    ...('enum' in schema ? { enum: [...(schema.enum as unknown[]), null] } : {}),
  })

export const oneOf = <const V extends readonly string[]>(
  values: V,
  options: { description?: string } = {},
) => Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description ? { description } : {}) })
/** An id that a workspace counts up: obligations, deals, stakes, documents. */
export const integerId = () => Type.Integer({ minimum: 1, maximum: 2147483647 })
export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description ? { description } : {}) })
/** A part of an upload that is a file. */
export const binary = (description: string) =>
  Type.Unsafe<Blob>({ type: 'string', format: 'binary', description })
export const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description ? { description } : {}) })

/** The answer with one thing: `{data}`. */
export const one = <T extends TSchema>(data: T) => closed({ data })
/** The answer with a page of a list: `{data, nextCursor}`. */
export const list = <T extends TSchema>(item: T) =>
  closed({ data: Type.Array(item), nextCursor: nullable(Type.String()) })

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many, 1 to 1000.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The `nextCursor` of the page before.' }),
  ),
}

/** Whether what is in the trash is meant, and not what stands. */
export const trashed = (description: string) =>
  Type.Optional(Type.Boolean({ default: false, description }))

/** Of a cell: what its message is made of, for programs that say it in their own words. */
export const cellWhy = {
  reason: Type.Optional(
    Type.String({
      description: 'Of a cell: why it was refused, such as `not_an_email` or `required`.',
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of a cell: what the message names, such as `{"sent": "\\"nobody\\""}`.',
    }),
  ),
}

export const Issue = closed({
  path: Type.String({ description: 'Where, as a path such as `body.settings.options[2].label`.' }),
  message: Type.String(),
  ...cellWhy,
})

/** How a session route refuses. */
export const SessionRefusal = closed({
  error: Type.String({ description: 'A text that a person can read.' }),
  code: Type.String(),
  issues: Type.Optional(Type.Array(Issue)),
  current: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'With `row_changed`: the row as it is now.' },
    ),
  ),
})

/** How an ingest route refuses. */
export const IngestRefusal = closed({
  error: closed({
    message: Type.String(),
    code: Type.String(),
    errors: Type.Optional(
      Type.Array(
        closed({
          index: Type.Integer({ description: 'Which row of the batch, from 0.' }),
          message: Type.String(),
          column: Type.Optional(Type.String({ description: 'The column, by its key or as sent.' })),
          ...cellWhy,
        }),
      ),
    ),
  }),
})
