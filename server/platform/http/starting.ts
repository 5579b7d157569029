import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { VERSION } from '../../../contract/language/version.ts'

const RETRY_S = 2
const MESSAGE = 'Sourcebook is starting; send the request again in a moment.'
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_S}">
<title>Sourcebook is starting</title><p>Sourcebook is starting. This page opens it by itself.</p></html>
`

/**
 * Answers in place of the service while its database starts and is migrated: 503 with Retry-After, in the form of each
 * route, and 200 on `/healthz`, as the process runs. A port that is taken is found before anything is done.
 *
 * @returns a function that gives the port free
 * @throws Error if the port is in use
 */
export async function answerWhileStarting(host: string, port: number): Promise<() => void> {
  const server = createServer(answer)
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return () => {
    // The port is free at once; who is still connected is still answered here.
    server.close()
    server.closeIdleConnections()
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url!.split('?')[0]!
  response.setHeader('connection', 'close').setHeader('cache-control', 'no-store')
  if (path === '/healthz') {
    json(response, 200, { status: 'ok', version: VERSION })
    return
  }
  response.setHeader('retry-after', RETRY_S)
  if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    return
  }
  const code = 'overloaded'
  const isIngest = path.startsWith('/v1/ingest/')
  // A form is posted from any site, and its page has to be able to read the answer.
  if (isIngest) response.setHeader('access-control-allow-origin', '*')
  json(response, 503, isIngest ? { error: { message: MESSAGE, code } } : { error: MESSAGE, code })
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))
}
