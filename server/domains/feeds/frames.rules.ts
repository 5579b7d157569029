import type { EventOut } from './projection.ts'

/** An event of a stream, as it is sent. JSON has no line breaks, so one line of data holds it. */
export const frameOf = (event: EventOut): string =>
  `id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Shows that the stream is alive, and gives a reader without recent events a cursor to resume from. */
export const heartbeat = (cursor: string): string => `: alive\nid: ${cursor}\n\n`

/** The first frame of a stream that cannot go on after the id that the reader sent. */
export const startedOver = `event: stream.reset\ndata: ${JSON.stringify({
  code: 'invalid_cursor',
  message:
    'The stream starts now, because its Last-Event-ID is not one of this service. Read again what you follow.',
})}\n\n`

/** The last frame of a stream: `code` says whether opening it again can help. */
export const farewell = (code: string, message: string): string =>
  `event: stream.ended\ndata: ${JSON.stringify({ code, message })}\n\n`
