// The service and the app for development: a change of the service's code replaces its processes, one of the app's code
// appears in the open page. Ctrl-C ends both.
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = process.env.PORT ?? '3000'
/** Until an editor has written all of its files. */
const SETTLED_MS = 100

const start = (file: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })

const service = start('scripts/dev-service.ts', [], { WEB_PROCESSES: '1', PORT: port })
const app = start('node_modules/vite/bin/vite.js', ['web', '--clearScreen', 'false'], {
  SOURCEBOOK_URL: `http://127.0.0.1:${port}`,
})

let changed: NodeJS.Timeout | undefined
for (const folder of ['server', 'contract', 'shared']) {
  watch(root + folder, { recursive: true }, (_event, path) => {
    if (!/\.(?:ts|json|sql)$/.test(path ?? '') || /\.test\.ts$/.test(path ?? '')) return
    clearTimeout(changed)
    changed = setTimeout(() => service.kill('SIGHUP'), SETTLED_MS)
  })
}

const processes = [service, app]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A terminal's Ctrl-C has reached both as well.
  process.on(signal, () => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) for (const one of processes) one.kill(signal)
  })
}
for (const one of processes) {
  one.once('exit', (code) => {
    for (const other of processes) other.kill('SIGTERM')
    process.exitCode ||= code ?? 0
    if (processes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
      process.exit()
    }
  })
}
