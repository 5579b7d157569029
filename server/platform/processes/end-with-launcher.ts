import cluster from 'node:cluster'

/** How often a process looks whether what started it is still there. */
const LOOK_MS = 500

/**
 * The end of what started this process, even by SIGKILL, is a request to stop: of a launcher, which keeps a channel open, and
 * of npx, which does not always pass a signal on.
 */
export function endWithLauncher(): void {
  if (cluster.isWorker) return
  const stop = () => process.kill(process.pid, 'SIGTERM')
  if (process.channel !== undefined) {
    process.channel.unref()
    process.once('disconnect', stop)
  } else if (process.env.npm_lifecycle_event === 'npx') {
    const parent = process.ppid
    const looking = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(looking)
      stop()
    }, LOOK_MS).unref()
  }
}
