import cluster from 'node:cluster'
import type { FromMember, ToMember } from './messages.ts'

/** The side of one process of a group: what it tells the group, and what it can ask about all of them. */
export class GroupMember {
  readonly #waiting = new Map<number, (value: unknown) => void>()
  #asked = 0
  #readMetrics: () => Promise<object[]> = async () => []
  #stop: (() => void) | undefined
  #isToStop = false

  constructor() {
    process.on('message', (message: ToMember) => this.#hear(message))
    // A terminal that closes sends it to every process in it. The group decides what it means.
    process.on('SIGHUP', () => {})
  }

  /**
   * Says that this process does its work.
   * @param port where it listens; null if it only works in the background
   * @param lines what a person is told about it at the first start
   */
  ready(port: number | null, lines: string[]): void {
    this.#tell({ type: 'ready', port, lines })
  }

  /** Calls `stop` each time the group asks this process to stop, also if it has already asked. */
  onStop(stop: () => void): void {
    this.#stop = stop
    if (this.#isToStop) stop()
  }

  /** Says how the metrics of this process are read, as prom-client writes them in JSON. */
  offerMetrics(read: () => Promise<object[]>): void {
    this.#readMetrics = read
  }

  /** The metrics of every process of the group. */
  metrics(): Promise<object[][]> {
    return this.#ask((id) => ({ type: 'metrics', id })) as Promise<object[][]>
  }

  /**
   * Counts one more of `name`, unless the processes of the group have `most` of it together.
   * @returns how many there were
   */
  enter(name: string, most: number): Promise<number> {
    return this.#ask((id) => ({ type: 'enter', id, name, most })) as Promise<number>
  }

  leave(name: string): void {
    this.#tell({ type: 'leave', name })
  }

  #hear(message: ToMember): void {
    if (message.type === 'stop') {
      this.#isToStop = true
      this.#stop?.()
    } else if (message.type === 'answer') {
      this.#waiting.get(message.id)?.(message.value)
      this.#waiting.delete(message.id)
    } else if (message.type === 'read metrics') {
      const { id } = message
      void this.#readMetrics().then((metrics) => this.#tell({ type: 'own metrics', id, metrics }))
    }
  }

  #ask(question: (id: number) => FromMember): Promise<unknown> {
    const id = this.#asked++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#tell(question(id))
    })
  }

  // Without a group there is nobody to tell, and this process is about to end too.
  #tell(message: FromMember): void {
    if (process.connected) process.send!(message)
  }
}

/** This process as a member of a group, or null if it runs alone. */
export const member = cluster.isWorker ? new GroupMember() : null
