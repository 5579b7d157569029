/** A mail server that accepts everything and keeps nothing. It sends its parent the times at which DATA began. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let times: number[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    times.push(performance.timeOrigin + performance.now())
    stream.resume()
    stream.on('end', () => done(null))
  },
})
server.on('error', () => {}) // a client has disconnected
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo
  process.send!({ port })
})
setInterval(() => {
  if (times.length > 0) process.send!({ times })
  times = []
}, 10)
process.on('disconnect', () => process.exit(0))
