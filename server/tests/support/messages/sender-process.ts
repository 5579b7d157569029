// A worker that only sends messages: `sender-process.ts CONNECTION_AS_JSON CARRIER_URL`, until SIGTERM.
import { tmpdir } from 'node:os'
import pino from 'pino'
import { sendMessages } from '../../../domains/comms/sending/sender.ts'
import { Database } from '../../../platform/database/db.ts'
import { diskFiles } from '../../../platform/files/file-store.ts'
import { runJobs } from '../../../platform/jobs/jobs.ts'
import { carrierProvider } from '../outside/carrier.ts'

const [, , connectionText, url] = process.argv
const connection = JSON.parse(connectionText!)
const db = new Database({ connection, poolSize: 4 })
const log = pino({ level: 'warn' })
const stop = runJobs(
  [
    sendMessages({
      db,
      files: diskFiles(tmpdir()),
      wakeups: connection,
      providers: { local: carrierProvider(url!) },
      channelOf: async () => undefined,
      fail: (err) => log.warn({ err }, 'sending failed'),
      limits: { askAgainMs: [100] },
    }),
  ],
  log,
)
process.once('SIGTERM', async () => {
  await stop()
  await db.close()
  process.exit(0)
})
process.once('disconnect', () => process.exit(1))
console.log('sending')
