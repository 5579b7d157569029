/** The cost of one hash: Argon2's memory in KiB, its passes and its lanes. */
export interface HashCost {
  memory: number
  passes: number
  parallelism: number
}

export interface PasswordHash extends HashCost {
  salt: Buffer
  tag: Buffer
}

/** The hash in the PHC string format. It includes the cost, so older hashes stay valid when the default changes. */
export const encodeHash = ({ memory, passes, parallelism, salt, tag }: PasswordHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** @throws if the text is not what `encodeHash` writes. */
export function decodeHash(text: string): PasswordHash {
  const parts = FORM.exec(text)
  if (!parts) throw new Error('a stored password hash is not in the form $argon2id$v=19$…')
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [salt, tag] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  return { memory, passes, parallelism, salt, tag }
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{11,})\$([\w+/]{43,})$/

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
