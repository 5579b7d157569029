import { statfs, utimes } from 'node:fs/promises'
import { type DiskFault, diskFaultOf } from './system-fault.rules.ts'

/** PostgreSQL cannot go on with less: it is a piece of its log. */
const LEAST_BYTES = 16 * 1024 * 1024

/** What keeps the service from writing to the disk of a directory. */
export async function findDiskFault(directory: string): Promise<DiskFault | undefined> {
  try {
    // After an error of the device, a disk says that it can be written until somebody tries.
    await utimes(directory, new Date(), new Date())
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize < LEAST_BYTES ? 'disk_full' : undefined
  } catch (error) {
    return diskFaultOf(error)
  }
}
