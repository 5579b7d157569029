import { setImmediate as turn } from 'node:timers/promises'

/**
 * Collects the errors of promises that nobody waits for. Outside of tests, such an error ends the process.
 * @returns `take`: those since the last time; `stop` ends the collecting.
 */
export function hearUnheard(): { take: () => Promise<string[]>; stop: () => void } {
  const heard: string[] = []
  const hear = (error: unknown) => void heard.push(`nobody waited for: ${error}`)
  process.on('unhandledRejection', hear)
  return {
    async take() {
      await turn()
      return heard.splice(0)
    },
    stop: () => void process.off('unhandledRejection', hear),
  }
}
