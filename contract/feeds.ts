import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { closed, nullable, oneOf, pageQuery, timestamp, uuid } from './common.ts'
import { DefinitionHead, ofRows } from './events.ts'
import { operation } from './operation.ts'

/** A place in the feed of events, as it is given out with each of them. */
const cursor = Type.String({ maxLength: 500 })

const EventData = Type.Object(
  { definition: Type.Optional(DefinitionHead), ...ofRows },
  {
    additionalProperties: true,
    description:
      'What happened, as the one who asks may see it now. Of rows: `definition` with `rows`, `changes` or `rowIds`; of more than 500 rows their `runs` or `rowIds` alone. Of other things: their ids.',
  },
)

export const Event = closed({
  id: uuid(),
  cursor: Type.String({ description: 'Its place in the feed; send it as `after`.' }),
  type: Type.String({ description: '`<noun>.<what happened>`, as `rows.created`.' }),
  at: timestamp(),
  actor: Type.String({
    description:
      '`user:<crmUserId>`, `key:<keyId>`, `contact` (the other side of a conversation) or `system`.',
  }),
  subject: Type.String({ description: '`<noun>:<id>` of what changed.' }),
  // What it holds by its type is in contract/events.ts.
  data: Type.Unsafe<object>(EventData),
})

/** `rows.created`, `rows.*` or `*`. */
export const EVENT_TYPE = '[a-z_]+\\.(?:[a-z_]+|\\*)|\\*'

const tag = 'Events'
const told =
  'Each event holds what you may see now: rows come without the columns that are hidden from you, and a change that touched only those is left out. Some events are for admins and owners, or for people who can see the money.'

const stream = (base: DefinitionBase | '/v1/events/stream', what: string) =>
  operation({
    method: 'GET',
    path: base === '/v1/events/stream' ? base : `${base}/events`,
    tag,
    access: 'workspace',
    summary: `${what}, live`,
    description: `Server-Sent Events: \`id\` is the event’s cursor, \`event\` its type, \`data\` the event as JSON. Without \`Last-Event-ID\` (or \`after\`) it begins now; with it, after that event. ${told} A comment comes every 15 s. The stream ends with an event \`stream.ended\` whose data has the \`code\` of why: the session ended, the board is gone, the service restarts. At most 20 streams a seat. A reader for whom 4 MiB wait is closed; it resumes where it was.`,
    ...(base === '/v1/events/stream' ? {} : { params: addressed(base, {}) }),
    query: closed({
      after: Type.Optional({
        ...cursor,
        description:
          'As the header `Last-Event-ID`, which wins: the cursor of the last event seen.',
      }),
    }),
    produces: ['text/event-stream'],
    refuses: ['invalid_cursor', 'rate_limited'],
  })

export const feedOperations = {
  pull: operation({
    method: 'GET',
    path: '/v1/events',
    tag,
    access: 'workspace',
    summary: 'What happened, oldest or newest first',
    description: `Ordered by the transactions that wrote them, so that a reader who goes from cursor to cursor misses none and gets none twice. An event appears when every transaction that began before its own has ended. ${told} A page may be short, or empty, and yet have a \`nextCursor\`.

\`order=newest\` goes back from now, to look at what happened; to follow it, go from the oldest.`,
    query: closed({
      order: Type.Optional(oneOf(['oldest', 'newest'])),
      after: Type.Optional({
        ...cursor,
        description:
          'The cursor of the last event seen, or `now` for what comes from here on; without it from the first event that is kept.',
      }),
      ...pageQuery,
      types: Type.Optional(
        Type.String({
          maxLength: 2000,
          pattern: `^(?:${EVENT_TYPE})(?:,(?:${EVENT_TYPE}))*$`,
          description:
            'Only these, separated by commas: `rows.created`, or `rows.*` for all of rows.',
        }),
      ),
      definition: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only of the board or page with this key.' }),
      ),
      actor: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'Only what was done by this one: `user:<crmUserId>`, `key:<keyId>` or `system`.',
        }),
      ),
    }),
    answer: closed({
      data: Type.Array(Event),
      nextCursor: nullable(Type.String()),
      after: Type.String({
        description:
          'Where to go on the next time, also when there is nothing more by now. With `order=newest`: where this page began.',
      }),
    }),
    refuses: ['invalid_cursor', 'unknown_reference'],
  }),
  stream: stream('/v1/events/stream', 'Everything that happens in the workspace'),
  streamBoard: stream('/v1/boards/{id}', 'What happens on a board'),
  streamDefinition: stream('/v1/definitions/{key}', 'What happens on a board or page'),
}
