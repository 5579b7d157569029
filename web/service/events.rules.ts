import type { EventNoun, EventType, FeedEvent } from '../../sdk/client.ts'

/** Whether the type of an event begins with that noun: `isAbout(event, 'rows')`. */
export const isAbout = <N extends EventNoun>(
  event: FeedEvent,
  noun: N,
): event is FeedEvent<Extract<EventType, `${N}.${string}`>> => event.type.startsWith(`${noun}.`)

/** The board or page that an event names, if any. */
export const definitionOf = ({ data }: Pick<FeedEvent, 'data'>) =>
  'definition' in data ? data.definition : undefined
