import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** An unprivileged user of this machine, by number. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The user that PostgreSQL runs as; null for the user of this process. PostgreSQL refuses to run as root, so for root
 * it is the owner of the existing cluster, or else `postgres`, or else `nobody`.
 */
export function accountFor(pgdata: string): Account | null {
  if (process.geteuid?.() !== 0) return null
  const owner = statSync(pgdata, { throwIfNoEntry: false })
  // A cluster that root owns is a copy that root made. It gets another owner, see takeOver.
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return namedAccount('postgres') ?? namedAccount('nobody') ?? { uid: 65_534, gid: 65_534 }
}

function namedAccount(name: string): Account | null {
  let passwd: string
  try {
    passwd = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return null
  }
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS writes nobody as -2, which spawn does not accept.
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null
}

/** Whether `account` can pass through `directory` and everything above it, by mode bits; ACLs are not read. */
export function canPass(directory: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(directory)
  const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & search) === 0) return false
  const parent = dirname(directory)
  return parent === directory || canPass(parent, account)
}
