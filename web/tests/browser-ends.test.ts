import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isAlive } from '../../server/platform/embedded/process.ts'
import { discard, temporaryDirectory } from '../../server/tests/support/machine/temporary.ts'
import { isBundled } from './support/chromium.ts'

const launching = fileURLToPath(new URL('support/chromium.ts', import.meta.url))
/** How long vitest lets a test process end before it kills it. */
const GRACE_MS = 500

test.runIf(isBundled)(
  'a test process that is ended leaves no folder of its browser, however long that would take to close',
  async () => {
    const folder = await temporaryDirectory()
    const code = `
      import { launch } from ${JSON.stringify(launching)}
      await launch()
      process.stdout.write('open')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let browser: number | undefined
    try {
      await once(child.stdout, 'data')
      expect(readdirSync(folder)).not.toEqual([])
      // A browser that gets no time of the processor.
      const path = `/proc/${child.pid}/task/${child.pid}/children`
      browser = Number(readFileSync(path, 'utf8').trim().split(' ')[0])
      process.kill(browser, 'SIGSTOP')
      const killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(killing)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      child.kill('SIGKILL')
      if (browser !== undefined && isAlive(browser)) process.kill(-browser, 'SIGKILL')
      await discard(folder)
    }
  },
)
