import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../directories.ts'
import { ExpectedError } from '../expected-error.ts'

/**
 * Writes a file that appears once it is complete and on disk. Nothing is left behind if it cannot be written.
 * @param force whether an existing file may be overwritten
 * @throws ExpectedError that says what to do
 */
export async function writeWhole<T>(
  path: string,
  force: boolean,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const there = () => stat(path).catch(() => undefined)
  if (!force && (await there())) {
    throw new ExpectedError(`${path} exists: name another file, or overwrite it with --force.`)
  }
  const aside = `${path}.part`
  const file = await open(aside, force ? 'w' : 'wx', 0o600).catch((error) => {
    throw cannotWrite(aside, error)
  })
  try {
    await file.chmod(0o600) // it may have existed with another mode
    const written = await write(file)
    await file.sync()
    await file.close()
    await rename(aside, path)
    await syncDirectory(dirname(path))
    return written
  } catch (error) {
    await file.close().catch(() => {})
    await rm(aside, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EIO' ? cannotWrite(aside, error as Error) : error
  }
}

const cannotWrite = (path: string, error: NodeJS.ErrnoException) =>
  new ExpectedError(
    error.code === 'EEXIST'
      ? `${path} exists: another backup is being written there, or one was killed. Remove it, or use --force.`
      : `${path} cannot be written: ${error.message}`,
  )
