import type { Readable } from 'node:stream'
import { Refusal } from '../refusal.ts'
import { Turns } from '../sharing/turns.ts'
import { SENT, type Sent, type UserCall } from './call.ts'
import { goneSignal } from './gone.ts'

/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000

export interface Download {
  type: string
  /** The value of Content-Disposition. */
  disposition: string
  body: Readable
}

/** Each file that is made and sent holds a block in memory, and makes others wait for the processor. */
const turns = new Turns({
  atOnce: 8,
  mostWaiting: 64,
  mostWaitMs: 10_000,
  refuse: () => new Refusal('overloaded', 'too_many_exports', {}, { retryAfter: 5 }),
})

/**
 * Sends a file while it is being read, once it is the workspace's turn.
 *
 * @param make opens the file. It refuses a faulty request before anything is sent.
 * @throws Refusal overloaded if that takes too long.
 */
export async function sendDownload(
  { actor, reply }: Pick<UserCall, 'actor' | 'reply'>,
  make: () => Promise<Download>,
): Promise<Sent> {
  const send = async () => {
    const { type, disposition, body } = await make()
    const closed = new Promise((resolve) => body.once('close', resolve))
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    reply.header('content-disposition', disposition).type(type).send(body)
    await closed
  }
  await turns.take(actor.workspaceId, send, goneSignal(reply))
  return SENT
}
