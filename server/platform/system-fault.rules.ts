/** What the operating system refused, as Node reports it. */
export type SystemError = NodeJS.ErrnoException & { syscall: string }

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as Partial<SystemError>
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string'
}

const OF_MACHINE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])

/** Whether the machine is to blame, or how it is set up, and not the program. */
export function isOfMachine(error: unknown): error is SystemError {
  return isSystemError(error) && OF_MACHINE.has(error.code!)
}

/** What is wrong and what to do about it, without a full stop. `place` is what the refused call was about. */
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
      return `${place} is on a disk that can only be read (${code}): name another place`
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
