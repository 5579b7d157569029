import type { Config } from '../platform/config.ts'
import { newestAt } from './backup-places.ts'
import { contentsInWords } from './progress.ts'
import type { Say } from './surroundings.ts'
import { inBackup, verifyAll } from './verify.ts'

/**
 * Restores a backup, or the newest one in a directory, into a PostgreSQL of its own, and verifies what is there. Every table
 * and file of it is read and compared with its hash. What the service uses is not touched.
 */
export async function drill(config: Config, given: string, say: Say): Promise<void> {
  const since = performance.now()
  try {
    const path = await newestAt(config, given)
    const findingCount = await inBackup(config, path, async (db, seal, { manifest }) => {
      const hours = Math.round((Date.now() - Date.parse(manifest.takenAt)) / 3_600_000)
      say(
        true,
        `${path} is whole: ${contentsInWords(manifest)} as of ${manifest.takenAt}, ${ageOf(hours)} old`,
      )
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      say(true, `it could be restored, in ${seconds} s, into a database of its own`)
      return verifyAll(db, seal)
    })
    const isSound = findingCount === 0
    say(
      isSound,
      isSound ? 'its history is as it was sealed' : 'its history is not as it was sealed',
    )
  } catch (error) {
    say(false, (error as Error).message)
  }
}

const ageOf = (hours: number): string =>
  hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`
