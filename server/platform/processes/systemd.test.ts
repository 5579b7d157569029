import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { notifyReady } from './systemd.ts'

let place: string
beforeAll(async () => {
  place = await temporaryDirectory()
  const program = join(place, 'systemd-notify')
  await writeFile(program, '#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${0%/*}/heard"\n')
  await chmod(program, 0o755)
})
afterAll(() => discard(place))

const heard = () => readFile(join(place, 'heard'), 'utf8').catch(() => '')

test('systemd is told once that the service is ready, if it waits for that', async () => {
  notifyReady({ PATH: place })
  notifyReady({ PATH: place, NOTIFY_SOCKET: '/run/systemd/notify' })
  await until(async () => (await heard()) !== '', 'systemd to hear')
  expect(await heard()).toBe('/run/systemd/notify --ready\n')
})
