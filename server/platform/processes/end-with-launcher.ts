import cluster from 'node:cluster'

/** When a launcher started this process over a channel, its end, even by SIGKILL, is a request to stop. */
export function endWithLauncher(): void {
  if (process.channel === undefined || cluster.isWorker) return
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
