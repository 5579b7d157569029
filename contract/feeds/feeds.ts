import Type from 'typebox'
import { EventHead, eventShapes } from '../events/event-shapes.ts'
import { EventDefinition, eventChoices, ofRows } from '../events/events.ts'
import { addressed, type DefinitionBase } from '../language/addressed.ts'
import { closed, NextCursor, oneOf, pageQuery, someOf } from '../language/common.ts'
import { named } from '../language/named.ts'
import { operation } from '../language/operation.ts'

/** An event's position in the feed: the cursor that the API returns with it. */
const place = Type.String({ maxLength: 500 })

const { id, cursor, at, actor, subject } = EventHead.properties

export const Event = named(
  'Event',
  'Something that happened in the workspace. Its `type` says which shape it has. New types may be added: skip those you do not know.',
  closed({
    id,
    cursor,
    type: Type.String(),
    at,
    actor,
    subject,
    // Checked loosely, so that events that another release wrote are sent as they are.
    data: Type.Unsafe<object>(
      Type.Object(
        { definition: Type.Optional(EventDefinition), ...ofRows },
        { additionalProperties: true },
      ),
    ),
  }),
  eventShapes(),
)

const tag = 'Events'
const contents =
  'Events contain only what the caller can see: rows come without hidden columns, and a change that touched only hidden columns is left out. Some events are for admins and owners, or for people who can see the money.'

const stream = (base: DefinitionBase | '/v1/events/stream', what: string) =>
  operation({
    method: 'GET',
    path: base === '/v1/events/stream' ? base : `${base}/events`,
    tag,
    access: 'workspace',
    scope: 'events:read',
    summary: `Follow live what happens ${what}`,
    description: `A stream of Server-Sent Events: \`id\` is the cursor of the event, \`event\` its type and \`data\` the event as JSON. The stream starts now, or after the event named by \`Last-Event-ID\` (or \`after\`). A \`Last-Event-ID\` that is not one of this service starts it now, with an event \`stream.reset\`. ${contents} A comment is sent every 15 seconds to keep the connection open. The stream ends with an event \`stream.ended\`, whose data has a \`code\`: the session ended, the board is gone, or the service is restarting. A seat can have at most 20 streams. A reader that falls behind by 4 MiB is disconnected, and can resume where it was.`,
    ...(base === '/v1/events/stream' ? {} : { params: addressed(base, {}) }),
    query: named(
      'EventStreamQuery',
      'Where the stream starts.',
      closed({
        after: Type.Optional({
          ...place,
          description:
            'The cursor of the last event you have seen. The header `Last-Event-ID` takes precedence.',
        }),
      }),
    ),
    produces: ['text/event-stream'],
    refuses: ['invalid_cursor', 'rate_limited'],
  })

export const feedOperations = {
  pull: operation({
    method: 'GET',
    path: '/v1/events',
    tag,
    access: 'workspace',
    scope: 'events:read',
    summary: 'Page through what happened',
    description: `Events are ordered by the transactions that wrote them. Follow \`nextCursor\` from page to page and you miss none and get none twice. An event appears once every transaction that began before its own has ended. ${contents} A page can be short, or empty, and still have a \`nextCursor\`.

\`order=newest\` goes back from now, to look at what happened recently. To keep up with events, start from the oldest.`,
    query: named(
      'EventsQuery',
      'Which events to list.',
      closed({
        order: Type.Optional(
          oneOf(['oldest', 'newest'], {
            description: 'Which events come first. The default is `oldest`.',
          }),
        ),
        after: Type.Optional({
          ...place,
          description:
            'The cursor of the last event you have seen, or `now` for events from now on. Without it, the list starts at the oldest event that is kept.',
        }),
        ...pageQuery,
        types: Type.Optional(
          someOf(
            eventChoices,
            'Only these types, separated by commas: `rows.created`, or `rows.*` for everything about rows.',
          ),
        ),
        definition: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'Only events of the board or page with this key.',
          }),
        ),
        actor: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'Only what this one did: `user:<crmUserId>`, `key:<keyId>` or `system`.',
          }),
        ),
        person: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'Only about the person with this `crmUserId`: what they or their access tokens did, and what happened to their seat or to their sign-in.',
          }),
        ),
      }),
    ),
    answer: named(
      'EventPage',
      'A page of events.',
      closed({
        data: Type.Array(Event),
        nextCursor: NextCursor,
        after: Type.String({
          description:
            'Where to continue next time, even if there is nothing more for now. With `order=newest`: where this page started.',
        }),
      }),
    ),
    refuses: ['invalid_cursor', 'unknown_reference'],
  }),
  stream: stream('/v1/events/stream', 'in the workspace'),
  streamBoard: stream('/v1/boards/{id}', 'on a board'),
  streamDefinition: stream('/v1/definitions/{key}', 'on a board or page'),
}
