// The service and the app for development: a change of the service's code replaces its processes, one of the app's code
// appears in the open page. Ctrl-C ends both.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = process.env.PORT ?? '3000'
/** Until an editor has written all of its files. */
const SETTLED_MS = 100

process.env.SOURCEBOOK_URL = `http://127.0.0.1:${port}`
const app = await createServer({ root: `${root}web`, clearScreen: false })
await app.listen()

const service = spawn(process.execPath, ['scripts/dev-service.ts'], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, WEB_PROCESSES: '1', PORT: port, APP_URL: app.resolvedUrls!.local[0] },
})

const saved = new Set<string>()
let settled: NodeJS.Timeout | undefined
for (const folder of ['server', 'contract', 'shared']) {
  watch(root + folder, { recursive: true }, (_event, path) => {
    if (!/\.(?:ts|json|sql)$/.test(path ?? '') || /\.test\.ts$/.test(path ?? '')) return
    saved.add(`${folder}/${path}`)
    clearTimeout(settled)
    settled = setTimeout(() => {
      if (service.connected) service.send([...saved])
      saved.clear()
    }, SETTLED_MS)
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A terminal's Ctrl-C has reached the service as well.
  process.on(signal, () => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) service.kill(signal)
  })
}
service.once('exit', (code) => process.exit(code ?? 0))
