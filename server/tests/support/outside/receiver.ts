import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of a webhook. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

/** Receives webhooks, and answers as the test says. */
export async function startReceiver(
  answer: (received: Received) => number | Promise<number> = () => 204,
) {
  const received: Received[] = []
  let judge = answer
  let open = 0
  let mostOpen = 0
  const server = createServer(async (request, response) => {
    mostOpen = Math.max(mostOpen, ++open)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const one = { path: request.url!, headers: request.headers as Record<string, string>, body }
    received.push(one)
    const status = await judge(one)
    open--
    response.writeHead(
      status,
      status === 302 ? { location: `http://${request.headers.host}/moved` } : {},
    )
    response.end('whatever the receiver says')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** From now on, answers like this. */
    answers: (next: typeof answer) => {
      judge = next
    },
    /** The most that it had to answer at once. */
    mostOpen: () => mostOpen,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
