import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets the thread that calls it compute only with what requests leave of the processors. Only Linux gives a thread a
 * priority of its own: on other systems this would be the whole process, so nothing changes there.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  setPriority(Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW))
}
