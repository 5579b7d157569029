import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { ExpectedError } from '../expected-error.ts'

export interface Migration {
  version: number
  /** The file's name. */
  name: string
  sql: string
  /** The hash of the file's bytes, in hexadecimal. */
  sha256: string
}

/** Files that were wrong where they can still be applied, with the hash of what some databases have applied. */
const CORRECTED: Record<string, string> = {
  // Without the repair that 0056 makes, it took the letter v from the ends of ids under PostgreSQL 15.
  '0049_texts_as_people_see_them.sql':
    '1454368487e2675f574fde18265c2b30a08ae8b159d6e70a08674c4f8780ee16',
}

/** The database and the files of this release do not match. */
export class MigrationError extends ExpectedError {
  override name = 'MigrationError'
}

/**
 * Reads the files `NNNN_name.sql` of the folder in the order of their numbers; other files are ignored.
 * @throws MigrationError if two have the same number
 */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const found: Migration[] = []
  for (const name of await fileNames(folder)) {
    const version = versionOf(name)
    if (found.at(-1)?.version === version) {
      throw new MigrationError(`${found.at(-1)!.name} and ${name} have the same number`)
    }
    const sql = await readFile(new URL(name, folder), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    found.push({ version, name, sql, sha256 })
  }
  return found
}

/** The number of the newest file; 0 if there is none. */
export async function latestVersion(folder: URL): Promise<number> {
  const names = await fileNames(folder)
  return names.length === 0 ? 0 : versionOf(names.at(-1)!)
}

async function fileNames(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
}

const versionOf = (name: string) => Number(name.slice(0, 4))

/**
 * The files that still have to be applied. The applied ones must be the first files, unchanged
 * but for corrections.
 * @throws MigrationError otherwise
 */
export function planMigrations(
  files: Migration[],
  applied: Pick<Migration, 'version' | 'name' | 'sha256'>[],
): Migration[] {
  for (const [index, record] of applied.entries()) {
    const file = files[index]
    if (file === undefined || file.version > record.version) {
      throw new MigrationError(
        `The database has migration ${record.name}, which this release does not know: ` +
          'it was migrated by a newer release. Run that one, or restore a backup from before.',
      )
    }
    if (file.version < record.version) {
      throw new MigrationError(
        `Migration ${file.name} comes before ${record.name}, which is applied already: ` +
          'migrations only go forward, so give it the next number.',
      )
    }
    if (![file.sha256, CORRECTED[file.name]].includes(record.sha256)) {
      throw new MigrationError(
        `Migration ${record.name} has changed since it was applied to this database: ` +
          'restore the file, and put the change into a new one.',
      )
    }
  }
  return files.slice(applied.length)
}
