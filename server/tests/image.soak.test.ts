// The image, built and run as compose.yml says, where Docker is: it is healthy, keeps its data, and stops cleanly.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { callApi } from './support/clients/client.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { freePort } from './support/postgres/standby.ts'

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
    `services:\n  sourcebook:\n    ports: !override\n      - 127.0.0.1:${port}:3000\n`,
  )
  const name = `sourcebook-test-${process.pid}`
  const files = ['--file', join(project, 'compose.yml'), '--file', changes]
  const compose = (...args: string[]) =>
    execFileSync('docker', ['compose', '--project-name', name, ...files, ...args], { cwd: project })
  const api = (method: string, path: string, options = {}) =>
    callApi(`http://127.0.0.1:${port}`, method, path, options)
  try {
    compose('build')
    compose('up', '--detach', '--wait')
    const { email, password } = await signUp({ api })
    expect(compose('exec', 'sourcebook', 'sourcebook', 'doctor').toString()).toContain('ok')
    compose('restart')
    compose('up', '--detach', '--wait')
    const again = await api('POST', '/v1/auth/signin', { body: { email, password } })
    expect(again.status, again.text).toBe(201)
    console.log('figure: built, healthy, and has its data after a restart')
  } finally {
    compose('down', '--volumes', '--timeout', '30')
    await discard(place)
  }
})
