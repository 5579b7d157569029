import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory with all that are missing above it, each with that mode. What Node makes by itself (`recursive`) tries
 * for ever where the kernel says that a directory in an existing one does not exist, as in /proc.
 */
export async function makeDirectory(path: string, mode: number, mostTries = 2): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isDirectory(path))) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || mostTries === 1) throw error
    // Others may be making it at the same time.
    await makeDirectory(parent, mode)
    await makeDirectory(path, mode, 1)
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Keeps the names in a directory through a loss of power. Windows has no such call. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
