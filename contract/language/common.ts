import Type, { type Static, type TSchema } from 'typebox'
import { VISIBLE } from '../../shared/visible-text.ts'
import { refusals } from '../refusals/refusals.ts'
import { named, parameter } from './named.ts'

/** A closed object: members that it does not name are refused in requests and never sent in answers. */
export const closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { description?: string; minProperties?: number } = {},
) => Type.Object(properties, { additionalProperties: false, ...options })

/** `T | null`, written so that serialisers and readers of the API see one type instead of a union. */
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

/** The keyword of a schema for some of these values in one text, separated by commas. */
export const SOME_OF = 'x-some-of'
export const someOf = (values: readonly string[], description: string) =>
  Type.String({ [SOME_OF]: values, description })

export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description ? { description } : {}) })
/** An id that a workspace counts up, of an obligation, deal, split or document. */
export const integerId = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: 2147483647, ...(description ? { description } : {}) })
/** The id of a person, as their seat has it. */
export const crmUserId = () => Type.Integer({ description: 'A `crmUserId`.' })

export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description ? { description } : {}) })
/** A site, as browsers name it in the header Origin. */
export const site = Type.String({
  maxLength: 200,
  description: 'A scheme and a host, such as `https://www.example.com`.',
})
/** A part of an upload that is a file. */
export const binary = (description: string) =>
  Type.Unsafe<Blob>({ type: 'string', format: 'binary', description })
/** A text that somebody has to give: it has something in it that people see. */
export const text = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: VISIBLE,
    ...(description ? { description } : {}),
  })

export const NextCursor = named(
  'NextCursor',
  'Where the next page starts: send it as `cursor`. `null` on the last page.',
  nullable(Type.String()),
)

/** An answer with one thing: `{data}`. */
export const one = <T extends TSchema>(data: T) => closed({ data })
/** An answer with a page of a list: `{data, nextCursor}`. */
export const list = <T extends TSchema>(item: T) =>
  closed({ data: Type.Array(item), nextCursor: NextCursor })

export const pageQuery = {
  limit: parameter(
    'Limit',
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 100,
        description: 'How many items to return, 1 to 1000.',
      }),
    ),
  ),
  cursor: parameter(
    'Cursor',
    Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The `nextCursor` of the previous page. Leave it out for the first page.',
      }),
    ),
  ),
}
/** The query of a list that can only be paged through. */
export const PageQuery = named('PageQuery', 'Which page of a list.', closed(pageQuery))

/** Whether the request is about the trash. */
export const trashed = (description: string) =>
  Type.Optional(Type.Boolean({ default: false, description }))

/** What a message is made of, for programs that use their own words. */
export const refusedWhy = {
  reason: Type.Optional(
    Type.String({
      description:
        'Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added.',
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With a reason: what the message names, such as `{"most": 200}`.',
    }),
  ),
}

/** What the sentence of failed work is made of, for programs that use their own words. */
export const failedWhy = {
  reason: Type.Optional(
    named(
      'FailureReason',
      'Why it failed, such as `no_answer`. docs/errors.md lists the reasons; new ones may be added. Absent for what failed before 0.4.0.',
      Type.String(),
    ),
  ),
  values: Type.Optional(
    named(
      'FailureValues',
      'With a reason: what its sentence names, such as `{"seconds": 30}`.',
      Type.Record(Type.String(), Type.Unknown()),
    ),
  ),
}

export const Issue = named(
  'Issue',
  'One thing that is wrong with a request.',
  closed({
    path: Type.String({
      description: 'Where it is, as a path such as `body.settings.options[2].label`.',
    }),
    message: Type.String({ description: 'What is wrong, to follow the path in a sentence.' }),
    ...refusedWhy,
  }),
)

const RefusalCode = named(
  'RefusalCode',
  'Why a request was refused. A code keeps its meaning; new ones may be added.',
  oneOf(Object.keys(refusals)),
)

export const RowError = named(
  'RowError',
  'One thing that is wrong with one row of a write.',
  closed({
    index: Type.Integer({ description: 'Which row of the batch, counted from 0.' }),
    message: Type.String({ description: 'What is wrong and what to send instead.' }),
    column: Type.Optional(
      Type.String({ description: 'The column, by its key or as the request named it.' }),
    ),
    ...refusedWhy,
  }),
)

/** The body of a session route's refusal. */
export const SessionRefusal = named(
  'SessionRefusal',
  'How operations that need a session, or no credential, refuse a request.',
  closed({
    error: Type.String({
      description: 'What is wrong and what to do about it, for people to read.',
    }),
    code: RefusalCode,
    ...refusedWhy,
    issues: Type.Optional(
      Type.Array(Issue, { description: 'With `invalid_request`: everything that does not fit.' }),
    ),
    scope: Type.Optional(
      Type.String({ description: 'With `insufficient_scope`: the scope that is missing.' }),
    ),
    current: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'With `row_changed`: the row as it is now.' },
      ),
    ),
    sheets: Type.Optional(
      Type.Array(Type.String(), {
        description: 'If an import refuses a workbook, or something about it: its sheets.',
      }),
    ),
  }),
)

/** The body of an ingest route's refusal. */
export const IngestRefusal = named(
  'IngestRefusal',
  'How operations that need a board key or a page key refuse a request.',
  closed({
    error: closed({
      message: Type.String({
        description: 'What is wrong and what to do about it, for people to read.',
      }),
      code: RefusalCode,
      ...refusedWhy,
      errors: Type.Optional(
        Type.Array(RowError, {
          description:
            'With `invalid_rows` and `unknown_reference`: everything that is wrong with the rows.',
        }),
      ),
    }),
  }),
)
