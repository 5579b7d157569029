import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory with all that are missing above it, each with that mode. What Node makes by itself (`recursive`) tries
 * for ever where the kernel says that a directory in an existing one does not exist, as in /proc.
 */
export async function makeDirectory(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isDirectory(path))) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || (await isDirectory(parent))) throw error
    await makeDirectory(parent, mode)
    await makeDirectory(path, mode)
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
