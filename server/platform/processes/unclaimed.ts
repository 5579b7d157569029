import type { Worker } from 'node:cluster'

/** What Node’s `cluster` says between the processes; not part of its documented interface. */
interface Internal {
  cmd?: string
  act?: string
  seq?: number
  ack?: number
  accepted?: boolean
}

/**
 * `cluster` hands a connection to a process and waits until that confirms. If the process ends first, as at a kill or
 * just as it stops, nobody confirms: the connection would stay open, and its client would wait for ever. This declines
 * in place of the process that has ended, so that another one gets the connection. Nothing of it has been read: a
 * process confirms before it reads.
 *
 * A process that has just closed its port declines by itself, as at the end of a start, when what answers meanwhile
 * gives way to the service. If no other process listens there, `cluster` would keep the connection for ever too.
 *
 * @param isAnother whether another process listens; without one, the connection is closed.
 */
export function returnUnclaimed(worker: Worker, isAnother: () => boolean): void {
  const unclaimed = new Set<number>()
  const child = worker.process
  const send = child.send
  child.send = function (this: typeof child, ...args: unknown[]) {
    const { act, seq } = args[0] as Internal
    if (act === 'newconn' && seq !== undefined) unclaimed.add(seq)
    return Reflect.apply(send, this, args)
  } as typeof send
  // Before `cluster` hears it.
  child.prependListener('internalMessage', (message: Internal) => {
    const { cmd, ack, accepted } = message
    if (cmd !== 'NODE_CLUSTER' || ack === undefined) return
    unclaimed.delete(ack)
    // `cluster` closes what it takes for accepted.
    if (accepted === false && !isAnother()) message.accepted = true
  })
  worker.on('exit', () => {
    // When `cluster` no longer counts on it.
    setImmediate(() => {
      for (const ack of unclaimed) {
        child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: !isAnother() })
      }
    })
  })
}
