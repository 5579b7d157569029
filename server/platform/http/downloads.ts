import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'
import { SENT, type Sent } from './call.ts'

/** How many files a process makes and sends at once: each holds a block in memory. */
const MOST_AT_ONCE = 8
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000

export interface Download {
  type: string
  /** The value of Content-Disposition. */
  disposition: string
  body: Readable
}

let open = 0

/**
 * Sends a file while it is being read.
 *
 * @param make opens the file. It refuses a faulty request before anything is sent.
 * @throws Refusal overloaded while too many are in progress.
 */
export async function sendDownload(
  reply: FastifyReply,
  make: () => Promise<Download>,
): Promise<Sent> {
  if (open >= MOST_AT_ONCE) {
    throw new Refusal('overloaded', 'too_many_exports', {}, { retryAfter: 5 })
  }
  open++
  try {
    const { type, disposition, body } = await make()
    body.once('close', () => open--)
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    reply.header('content-disposition', disposition).type(type).send(body)
  } catch (error) {
    open--
    throw error
  }
  return SENT
}
