import type { Result } from '../sdk/client.ts'
import { accepted, api, type Data } from './api.ts'
import { isGateway, untilReached } from './reach.ts'

/** Sends something once the service answers. What is sent a second time must do nothing more. */
export async function onceReached<A>(send: () => Promise<Result<A>>): Promise<Result<A>> {
  for (;;) {
    await untilReached()
    const answer = await send()
    const isAnswered = answer.ok || (answer.code !== 'unreachable' && !isGateway(answer.status))
    if (isAnswered) return answer
  }
}

/**
 * Uploads a file. While the connection is away it waits here, in the open page: a browser keeps no files. An upload whose
 * answer was lost is made again; the service deletes those that nothing uses.
 *
 * @throws Refused
 */
export const uploadFile = async (file: File): Promise<Data<'files.create'>> =>
  (await accepted(onceReached(() => api.files.create({ file })))).data
