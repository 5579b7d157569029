import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { failed } from '../../../../contract/refusals/reasons.ts'
import type { Outcome, Provider } from '../../../domains/comms/channels/provider.ts'

/** A message as the carrier got it. */
export interface Handed {
  workspaceId: string
  messageId: number
  to: string
  content: string
  messageIdHeader: string | null
  files: string[]
  /** Which attempt at this message it is, from 1. */
  nth: number
  /** What the carrier did with it; null while it is busy with it, or if the sender disconnected before. */
  answer: Manner | null
  /** Whether somebody else was submitting the same message at that time. */
  overlaps: boolean
}

/**
 * What the carrier does with a message: takes it, answers with a status, takes it and disconnects before the answer, or
 * disconnects without taking it.
 */
export type Manner = number | 'take and drop' | 'drop'

export interface Carrier {
  url: string
  /** Every attempt, in order of arrival. */
  handed: Handed[]
  /** The messages that it has taken. */
  taken: Handed[]
  /** The most that it handled at once. */
  mostAtOnce(): number
  /** Whether it is still busy with one of these messages. It notices a moment later that a sender was killed. */
  isHanded(messageIds: readonly number[]): boolean
  /** Resolves once it has read all that was sent to it until now, also by a sender that is gone. */
  caughtUp(): Promise<void>
  answers(manner: (message: Handed) => Manner | Promise<Manner>): void
  stop(): Promise<void>
}

/** Where messages end up: an HTTP server on loopback that tests control. */
export async function startCarrier(): Promise<Carrier> {
  let manner: (message: Handed) => Manner | Promise<Manner> = () => 200
  let most = 0
  const handed: Handed[] = []
  const taken: Handed[] = []
  const open = new Set<Handed>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = JSON.parse(await text(request))
    const same = handed.filter((one) => isSame(one, given))
    const overlaps = same.some((one) => open.has(one))
    const message: Handed = { ...given, nth: same.length + 1, answer: null, overlaps }
    handed.push(message)
    open.add(message)
    response.on('close', () => open.delete(message))
    most = Math.max(most, open.size)
    const answer = await manner(message)
    if (!open.has(message)) return
    message.answer = answer
    if (answer === 200 || answer === 'take and drop') taken.push(message)
    if (typeof answer === 'number') response.writeHead(answer).end(`${answer}, it said`)
    else response.destroy()
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void take(request, response)
    const [workspaceId, messageId] = request.url!.split('/').slice(1)
    const known = taken.some((one) => isSame(one, { workspaceId, messageId: Number(messageId) }))
    response.writeHead(known ? 200 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    handed,
    taken,
    mostAtOnce: () => most,
    isHanded: (messageIds) => [...open].some(({ messageId }) => messageIds.includes(messageId)),
    caughtUp: async () => {
      // The first may be accepted together with what was sent before it.
      for (let time = 0; time < 2; time++) await (await fetch(`${url}/nobody/0`)).text()
    },
    answers: (next) => {
      manner = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isSame = (
  one: Pick<Handed, 'workspaceId' | 'messageId'>,
  other: { workspaceId: string | undefined; messageId: number },
): boolean => one.workspaceId === other.workspaceId && one.messageId === other.messageId

/** A provider that sends to the carrier, and asks it what it has. */
export const carrierProvider = (url: string): Provider => ({
  async send(_channel, outgoing, begin) {
    const files = []
    for (const { open } of outgoing.attachments) files.push(await text(await open()))
    await begin()
    const { workspaceId, messageId, to, content, messageIdHeader } = outgoing
    const body = JSON.stringify({ workspaceId, messageId, to, content, messageIdHeader, files })
    let answer: Response
    try {
      answer = await fetch(url, { method: 'POST', body })
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {}
      const refused = code === 'ECONNREFUSED'
      const why = failed('unforeseen', { problem: `the connection: ${code}` })
      return { kind: refused ? 'transient' : 'unknown', ...why }
    }
    return outcomeOf(answer.status, await answer.text(), idOf(workspaceId, messageId))
  },
  async find(_channel, { workspaceId, messageId }) {
    const answer = await fetch(`${url}/${workspaceId}/${messageId}`)
    return answer.status === 200
      ? { kind: 'accepted', externalId: idOf(workspaceId, messageId) }
      : undefined
  },
  test: async () => null,
  close: async () => {},
})

const idOf = (workspaceId: string, messageId: number): string => `SM-${workspaceId}-${messageId}`

function outcomeOf(status: number, error: string, externalId: string): Outcome {
  if (status < 300) return { kind: 'accepted', externalId, segmentCount: 3 }
  const failure = { ...failed('unforeseen', { problem: error }), code: String(status) }
  return status < 500 ? { kind: 'transient', ...failure } : { kind: 'permanent', ...failure }
}
