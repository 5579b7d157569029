import Type, { type TSchema } from 'typebox'
import { oneOf, timestamp, uuid } from '../language/common.ts'
import { named, namingOf } from '../language/named.ts'
import { eventTypes } from './events.ts'

// The shapes of events in openapi.json: one for each kind of data, told apart by `type`. Types with the same data share
// a shape, so that the document stays small.

export const EventHead = named(
  'EventHead',
  'What every event has, whatever its type.',
  Type.Object({
    id: uuid(),
    cursor: Type.String({
      description: 'The event’s place in the feed. Send it as `after` to continue from there.',
    }),
    at: timestamp(),
    actor: Type.String({
      description:
        '`user:<crmUserId>`, `key:<keyId>`, `form:<formId>`, `address:<addressId>`, `hook:<hookId>`, `contact` (the other side of a conversation) or `system`.',
    }),
    subject: Type.String({ description: 'What it happened to, as `<thing>:<id>`.' }),
  }),
)

/** Any event, as `oneOf` with a discriminator. */
export function eventShapes(): TSchema {
  const shapes = [...Map.groupBy(eventTypes, ({ data }) => data)].map(([data, some]) =>
    shapeOf(
      data,
      some.map(({ type }) => type),
    ),
  )
  return {
    oneOf: shapes.map(({ schema }) => schema),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        shapes.flatMap(({ name, types }) =>
          types.map((type) => [type, `#/components/schemas/${name}`]),
        ),
      ),
    },
  } as TSchema
}

/** Makes `RowsAddedEvent` from `RowsAddedData`. */
function shapeOf(data: TSchema, types: string[]) {
  const name = namingOf(data)!.name.replace(/Data$/, 'Event')
  const about = `The shape of ${types.map((type) => `\`${type}\``).join(', ')}.`
  const { properties, required } = Type.Object({ type: oneOf(types), data })
  const schema = { type: 'object', allOf: [EventHead], properties, required } as TSchema
  return { name, types, schema: named(name, about, schema) }
}
