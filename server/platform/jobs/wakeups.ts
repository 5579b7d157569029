import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { connectAsApp } from '../database/database.ts'

const AGAIN_MS = 1_000

/**
 * Listens to a NOTIFY channel on its own connection, and reconnects when that is lost. Missed notifications do not
 * matter: callers also look for work from time to time.
 *
 * @returns a function that stops listening.
 */
export function listenForWakeups(
  connection: ClientConfig,
  channel: string,
  wake: () => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce(connection, channel, wake, signal).catch(() => {})
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return () => {
    stopping.abort()
    return listening
  }
}

async function listenOnce(
  connection: ClientConfig,
  channel: string,
  wake: () => void,
  signal: AbortSignal,
): Promise<void> {
  const lost = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => lost.resolve(), { once: true })
  const client = await connectAsApp(
    {
      ...connection,
      application_name: 'sourcebook listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    },
    (client) => {
      client.on('error', () => lost.resolve())
      client.on('end', () => lost.resolve())
    },
  )
  try {
    client.on('notification', wake)
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    wake()
    await lost.promise
  } finally {
    await client.end().catch(() => {})
  }
}
