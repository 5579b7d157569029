import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callApi } from '../support/clients/client.ts'

/** An answer, and when it was asked for and received, in ms since 1970. The database here has the same clock. */
export interface Timed {
  sent: number
  heard: number
  answer: Answer
}

export interface Target {
  origins: readonly string[]
  secret: string
}

const GOOD = { cells: { name: 'Ada' } }
/** A bad request. It counts as well, but takes another way through the server and other locks in the database. */
const BAD = { rows: [] }

/** One write, as a web form sends it. */
export async function post(origin: string, secret: string, body: object = GOOD): Promise<Timed> {
  const sent = Date.now()
  const answer = await callApi(origin, 'POST', '/v1/ingest/rows', { token: secret, body })
  return { sent, heard: Date.now(), answer }
}

/** Sends `each` requests to every process, `abreast` at a time, with `pauseMs` after each; every third is refused. */
export async function hammer(
  { origins, secret }: Target,
  each: number,
  { abreast = 8, pauseMs = 0 } = {},
): Promise<Timed[]> {
  const timed: Timed[] = []
  await Promise.all(
    origins.map(async (origin) => {
      let left = each
      const sender = async () => {
        while (left-- > 0) {
          timed.push(await post(origin, secret, left % 3 ? GOOD : BAD))
          if (pauseMs > 0) await sleep(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: abreast }, sender))
    }),
  )
  return timed
}

/** Waits as long as the refusal says, and sends the request again. */
export async function wait(refused: Timed, { origins, secret }: Target): Promise<Timed> {
  await sleep(Number(refused.answer.headers.get('retry-after')) * 1000)
  return post(origins[0]!, secret)
}
