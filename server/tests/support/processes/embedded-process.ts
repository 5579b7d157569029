// A process that uses an embedded database: `embedded-process.ts DATA_DIR [unix|tcp]`. Writes one line of JSON to
// standard output when the database is up, and one for each of its events. Exits on SIGTERM.
import pino from 'pino'
import { startEmbedded } from '../../../platform/embedded/embedded.ts'

const [, , dataDir, transport] = process.argv
const say = (what: object) => console.log(JSON.stringify(what))
const awake = setInterval(() => {}, 60_000)
const database = await startEmbedded({
  dataDir: dataDir!,
  log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
  ...(transport === 'tcp' ? { transport } : {}),
})
database.events.on('lost', () => say({ state: 'lost' }))
database.events.on('recovered', (afterMs) => say({ state: 'recovered', afterMs }))
for (const event of ['SIGTERM', 'disconnect']) {
  process.once(event, async () => {
    await database.stop()
    clearInterval(awake)
    process.channel?.unref()
  })
}
say({ state: 'up', adopted: database.adopted, connection: database.connection })
