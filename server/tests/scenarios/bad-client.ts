import { setPriority } from 'node:os'
import { type Bad, ways } from './neighbours.ts'

// A workspace at its worst in one of the ways, until SIGTERM. A client has a machine of its own, so this process takes
// only what the service, PostgreSQL and the quiet client leave of the processors.
const [name, bad] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
setPriority(19)
await ways[name!]!(JSON.parse(bad!) as Bad, stop.signal).catch(() => {})
process.exit()
