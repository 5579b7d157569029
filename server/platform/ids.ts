import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'

/** The time of the last id, as it begins, and how many of that millisecond there are, from a random number on. */
let time = ''
let count = 0
const MOST = 0xfff

/**
 * A new id: UUIDv7, so that later ones sort later and indexes grow at their end. The ids of a process do so within a millisecond
 * too, in which two small requests can be answered: lists in the order of making go by it.
 * Source: RFC 9562, 6.2, method 1, with the counter in the twelve bits behind the version.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const now = id.slice(0, 13)
  if (now > time) {
    time = now
    count = Number.parseInt(id.slice(15, 18), 16) >> 2
  } else if (count === MOST) {
    time = after(time)
    count = 0
  } else count++
  return `${time}-7${count.toString(16).padStart(3, '0')}${id.slice(18)}`
}

/** The next millisecond, as an id begins. */
function after(time: string): string {
  const hex = (Number.parseInt(time.replace('-', ''), 16) + 1).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** 256 random bits as text, for tokens and links. Only `secretHash` of it is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
