import { createSocket } from 'node:dgram'

/**
 * A name server that knows a few IPv4 addresses. It is silent about all names that end in `silent.example`, as a name
 * server on the internet may be, and says of others that there are none.
 */
export async function startNameServer(known: Record<string, string> = {}) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    asked.push(name)
    if (name.endsWith('silent.example')) return
    const address = known[name]
    const isFound = address !== undefined && type === 1
    const head = Buffer.from(query.subarray(0, 12))
    // An answer; if the name is not known at all, with the code NXDOMAIN.
    head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(isFound ? 1 : 0, 6)
    head.writeUInt32BE(0, 8)
    const answer = isFound
      ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]
      : []
    socket.send(Buffer.concat([head, query.subarray(12, end), Buffer.from(answer)]), from.port)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** The names that it was asked for, once for each kind of address. */
    asked,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  }
}

/** The first question of a query, and where it ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}
