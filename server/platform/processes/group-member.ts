import cluster from 'node:cluster'
import type { FromMember, PlaceState, ToMember } from './messages.ts'
import type { Metric } from './past-counts.rules.ts'

/** Connects a process to its group: reports what this process does, and asks about all of them. */
export class GroupMember {
  readonly #waiting = new Map<number, (value: unknown) => void>()
  #asked = 0
  #readMetrics: () => Promise<Metric[]> = async () => []
  #stop: (() => void) | undefined
  #isToStop = false

  constructor() {
    process.on('message', (message: ToMember) => this.#hear(message))
    // When a terminal closes, every process in it gets this signal. Only the group acts on it.
    process.on('SIGHUP', () => {})
  }

  /**
   * Reports that this process is ready.
   * @param port where it listens; null if it only works in the background
   * @param lines printed at the first start, for the person who started the service
   */
  ready(port: number | null, lines: string[]): void {
    this.#send({ type: 'ready', port, lines })
  }

  /** Calls `stop` each time the group asks this process to stop, also if it has already asked. */
  onStop(stop: () => void): void {
    this.#stop = stop
    if (this.#isToStop) stop()
  }

  /** Sets how the metrics of this process are read, in prom-client’s JSON form. */
  offerMetrics(read: () => Promise<Metric[]>): void {
    this.#readMetrics = read
  }

  /** The metrics of every process of the group, and what those that have ended had counted. */
  metrics(): Promise<Metric[][]> {
    return this.#ask((id) => ({ type: 'metrics', id })) as Promise<Metric[][]>
  }

  /** How the processes of the group are. */
  places(): Promise<PlaceState[]> {
    return this.#ask((id) => ({ type: 'places', id })) as Promise<PlaceState[]>
  }

  /** Leaves what this process has counted with the group, as the last thing before it ends. */
  async leaveCounts(): Promise<void> {
    const metrics = await this.#readMetrics()
    await new Promise<void>((done) => {
      if (!process.connected) done()
      else
        process.send!({ type: 'own metrics', id: null, metrics } satisfies FromMember, () => done())
    })
  }

  /**
   * Counts one more of `name`, unless the processes of the group have `most` of it together.
   * @returns how many there were
   */
  enter(name: string, most: number): Promise<number> {
    return this.#ask((id) => ({ type: 'enter', id, name, most })) as Promise<number>
  }

  leave(name: string): void {
    this.#send({ type: 'leave', name })
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
      void this.#readMetrics().then((metrics) => this.#send({ type: 'own metrics', id, metrics }))
    }
  }

  #ask(question: (id: number) => FromMember): Promise<unknown> {
    const id = this.#asked++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send(question(id))
    })
  }

  // If the group has ended, there is nobody to tell, and this process is about to end too.
  #send(message: FromMember): void {
    if (process.connected) process.send!(message)
  }
}

/** This process as a member of a group, or null if it runs alone. */
export const member = cluster.isWorker ? new GroupMember() : null
