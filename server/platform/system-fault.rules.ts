/** What the operating system refused, as Node reports it. */
export type SystemError = NodeJS.ErrnoException & { syscall: string }

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as Partial<SystemError>
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string'
}

export type DiskFault = 'disk_full' | 'disk_unwritable'

const OF_DISK: Readonly<Record<string, DiskFault>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'disk_unwritable',
  EIO: 'disk_unwritable',
  // disk_full and io_error of PostgreSQL.
  53100: 'disk_full',
  58030: 'disk_unwritable',
}

/** The problem with a disk, by an error of Node or PostgreSQL. */
export function diskFaultOf(error: unknown): DiskFault | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  // PostgreSQL reports this as insufficient_privilege.
  if (code === '42501') return /Read-only file system/.test(message) ? 'disk_unwritable' : undefined
  return Object.hasOwn(OF_DISK, code) ? OF_DISK[code] : undefined
}

const OF_MACHINE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
])

/** Whether the machine is to blame, or how it is set up, and not the program. */
export function isOfMachine(error: unknown): error is SystemError {
  return isSystemError(error) && OF_MACHINE.has(error.code!)
}

/** The problem and its remedy, without a full stop. `place` is what the refused call was about. */
export function systemFault(error: SystemError, place: string = error.path ?? 'it'): string {
  const { code, message } = error
  const uid = process.geteuid?.()
  const user = uid === undefined ? 'the user that runs this' : `uid ${uid}, which runs this,`
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${place} is a file, or leads through one, where a directory has to be`
    case 'EACCES':
    case 'EPERM':
      return `${user} may not use ${place} (${code}): give it to that user (chown), or name another place`
    case 'EROFS':
      return `${place} is on a disk that can only be read (${code}): check that disk, or name another place`
    case 'EIO':
      return `the disk of ${place} fails (${code}): check it, or name another place`
    case 'ENOENT':
      return `${place} does not exist and cannot be made (${code}): name another place`
    case 'ENOSPC':
    case 'EDQUOT':
      return `no room is left on the disk of ${place} (${code}): make room, or name a place on another disk`
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open (${code}): allow more of them (ulimit -n)`
    default:
      return `${place} cannot be used: ${message}`
  }
}
