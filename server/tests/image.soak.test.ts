// The image, built and run as compose.yml says, where Docker is: it is healthy, keeps its data, and stops cleanly.
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { callApi } from './support/clients/client.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { freePort } from './support/postgres/standby.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../', import.meta.url))

test('it is healthy, and has its data again after a restart', async (context) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) {
    console.log('skipped: Docker is not here')
    return context.skip()
  }
  const place = await temporaryDirectory()
  const port = await freePort()
  const changes = join(place, 'changes.yml')
  await writeFile(
    changes,
    `services:\n  sourcebook:\n    ports: !override\n      - 127.0.0.1:${port}:3000\n` +
      `    environment:\n      PUBLIC_URL: http://127.0.0.1:${port}\n`,
  )
  const name = `sourcebook-test-${process.pid}`
  const files = ['--file', join(project, 'compose.yml'), '--file', changes]
  // Not in one go: what the restart closes has to be noticed meanwhile, or the next request goes there.
  const compose = (...args: string[]) =>
    run('docker', ['compose', '--project-name', name, ...files, ...args], { cwd: project })
  const api = (method: string, path: string, options = {}) =>
    callApi(`http://127.0.0.1:${port}`, method, path, options)
  try {
    await compose('build')
    await compose('up', '--detach', '--wait')
    const { email, password } = await signUp({ api })
    const { stdout } = await compose('exec', 'sourcebook', 'sourcebook', 'doctor')
    expect(stdout).toContain('ok')
    await compose('restart')
    await compose('up', '--detach', '--wait')
    const again = await api('POST', '/v1/auth/signin', { body: { email, password } })
    expect(again.status, again.text).toBe(201)
    console.log('figure: built, healthy, and has its data after a restart')
  } finally {
    await compose('down', '--volumes', '--timeout', '30')
    await discard(place)
  }
})
