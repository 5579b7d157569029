import { setImmediate as turn } from 'node:timers/promises'

/**
 * Collects what would end the process outside of tests: errors of promises that nobody waits for, and errors that nobody
 * catches.
 * @returns `take`: those since the last time; `stop` ends the collecting.
 */
export function hearUnheard(): { take: () => Promise<string[]>; stop: () => void } {
  const heard: string[] = []
  const hear = (error: unknown) => void heard.push(`nobody heard: ${error}`)
  process.on('unhandledRejection', hear)
  process.on('uncaughtException', hear)
  return {
    async take() {
      await turn()
      return heard.splice(0)
    },
    stop() {
      process.off('unhandledRejection', hear)
      process.off('uncaughtException', hear)
    },
  }
}
