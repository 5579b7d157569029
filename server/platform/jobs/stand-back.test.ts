import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')(
  'a thread that stands back has a lower priority than the process, which keeps its own',
  async () => {
    const own = getPriority()
    const thread = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads')
       import(workerData).then(({ standBack }) => {
         standBack()
         parentPort.postMessage(require('node:os').getPriority())
       })`,
      { eval: true, workerData: new URL('./stand-back.ts', import.meta.url).href },
    )
    const [priority] = (await once(thread, 'message')) as [number]
    expect(priority).toBe(Math.min(own + 10, 19))
    expect(getPriority(process.pid)).toBe(own)
    await thread.terminate()
  },
)
