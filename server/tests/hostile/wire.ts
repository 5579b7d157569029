import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

export interface WireAnswer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface WireClient {
  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | undefined,
  ): Promise<WireAnswer>
  /** Sends a piece that many times, without saying how long the whole body will be. */
  stream(
    method: string,
    path: string,
    headers: Record<string, string>,
    piece: Buffer,
    times: number,
  ): Promise<WireAnswer>
  close(): void
}

/** A client that sends paths and headers as they are, which `fetch` would change or refuse. */
export function wireClient(origin: string): WireClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(origin)
  const start = (
    options: { method: string; path: string; headers: Record<string, string> },
    write: (sent: ClientRequest) => void,
  ) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const sent = request({ agent, hostname, port, ...options }, (answer) => {
        readAll(answer).then(resolve, reject)
      })
      sent.on('error', reject)
      write(sent)
    })
  return {
    close: () => agent.destroy(),
    send: (method, path, headers, body) => {
      const length: Record<string, string> =
        body === undefined ? {} : { 'content-length': String(body.length) }
      return start({ method, path, headers: { ...headers, ...length } }, (sent) => sent.end(body))
    },
    stream: (method, path, headers, piece, times) =>
      start({ method, path, headers }, (sent) => {
        for (let i = 0; i < times; i++) sent.write(piece)
        sent.end()
      }),
  }
}

async function readAll(answer: IncomingMessage): Promise<WireAnswer> {
  const pieces: Buffer[] = []
  // A stream of events does not end by itself.
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream')
  if (isStream) answer.destroy()
  else for await (const piece of answer) pieces.push(piece)
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    text: Buffer.concat(pieces).toString(),
  }
}
