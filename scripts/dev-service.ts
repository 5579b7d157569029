// The service for `npm run dev`, in a group of one process: at SIGHUP, the next one takes over once it is ready.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { runGroup } from '../server/commands/start.ts'

const exec = fileURLToPath(new URL('../bin/sourcebook.mjs', import.meta.url))
cluster.setupPrimary({ exec, args: ['start'] })
await runGroup(['all'])
