// The image and its compose file, as far as they can be checked without Docker; `npm run soak -- image` builds and runs them.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeConfig } from '../platform/config.ts'

const project = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, project), 'utf8')
const dockerfile = read('docker/Dockerfile')
const { services, volumes } = parse(read('compose.yml'))

test('the Dockerfile has no fault that a linter finds, and runs what it builds as an ordinary user', () => {
  expect(validate(dockerfile)).toEqual([])
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(last).toMatch(/^VOLUME \["\/data"\]$/m)
  for (const [path] of dockerfile.matchAll(/(?<=node )scripts\/[\w/.-]+/g)) {
    if (path !== 'scripts/hydrate-symlinks.js')
      expect(existsSync(fileURLToPath(new URL(path, project)))).toBe(true)
  }
})

test('its settings are settings of the service', () => {
  const [, given] = /^ENV (.+)$/m.exec(dockerfile)!
  const known = describeConfig({})
  for (const one of given!.split(' '))
    expect(known).toMatch(new RegExp(`^${one.split('=')[0]}\\b`, 'm'))
})

test('the compose file gives it nothing but its data to write to', () => {
  expect(services.sourcebook).toMatchObject({
    build: { context: '.', dockerfile: 'docker/Dockerfile' },
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    volumes: ['data:/data'],
  })
  expect(Object.keys(volumes)).toEqual(['data'])
})
