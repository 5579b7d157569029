import { createServer, type ServerResponse } from 'node:http'
import { VERSION } from '../../../contract/language/version.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServerOptions {
  host: string
  /** 0 picks any free one. */
  port: number
  metrics: Pick<Metrics, 'contentType' | 'text'>
  isReady: () => Promise<boolean>
}

/**
 * Answers `/metrics`, `/healthz` and `/readyz` on a port of its own, which need not be reachable from outside, and which
 * a process without an API can have as well.
 * @throws Error if the port is in use
 */
export async function serveMetrics({ host, port, metrics, isReady }: MetricsServerOptions) {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/metrics': async (response) => {
      const text = await metrics.text()
      response.setHeader('content-type', metrics.contentType).end(text)
    },
    '/healthz': (response) => json(response, 200, { status: 'ok', version: VERSION }),
    '/readyz': async (response) => {
      const ready = await isReady().catch(() => false)
      if (!ready) response.setHeader('retry-after', '1')
      json(response, ready ? 200 : 503, { status: ready ? 'ready' : 'waiting', version: VERSION })
    },
  }
  const server = createServer(async (request, response) => {
    response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff')
    const answer = answers[request.url!.split('?')[0]!]
    try {
      if (!answer)
        return json(response, 404, { error: 'There are only /metrics, /healthz and /readyz here.' })
      await answer(response)
    } catch {
      json(response, 500, { error: 'The metrics cannot be read.' })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
