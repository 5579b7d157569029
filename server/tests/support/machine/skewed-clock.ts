// Loaded before a process starts (`--import`): its clock, and the ids that it makes, are off by CLOCK_OFF_MS.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const offMs = Number(process.env.CLOCK_OFF_MS)
const RealDate = Date

class SkewedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [SkewedDate.now()] : given) as [number]))
  }
  static override now(): number {
    return RealDate.now() + offMs
  }
}
globalThis.Date = SkewedDate as DateConstructor

const randomUUIDv7 = crypto.randomUUIDv7
crypto.randomUUIDv7 = (...options) => {
  const id = randomUUIDv7(...options)
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + offMs
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}` as typeof id
}
syncBuiltinESMExports()
