import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Lists rows again and again in a thread of its own, where no other client's work adds to how long that takes.
const { url, token, seconds } = workerData as { url: string; token: string; seconds: number }
const end = performance.now() + seconds * 1000
const times: number[] = []
while (performance.now() < end) {
  const since = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`)
  times.push(performance.now() - since)
  await sleep(10)
}
parentPort!.postMessage(times)
