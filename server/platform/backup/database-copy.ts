import { pipeline } from 'node:stream/promises'
import type { ClientConfig } from 'pg'
import { migrate } from '../database/migrate.ts'
import { planMigrations, readMigrations } from '../database/migration-files.ts'
import { type FillOptions, fillDatabase } from './filling.ts'
import { withSession } from './session.ts'
import { withSnapshot } from './snapshot.ts'
import { type Sum, Tally } from './tally.ts'

/** The copied tables. */
export interface Copied {
  tables: Sum[]
  /** The tables that do not belong to the service, whose rows were left out. */
  left: string[]
}

/**
 * Copies all tables into an empty database, without a file in between, as they are at one moment. Each is read again there, and
 * is the same to the byte. Then the copy is migrated to this release.
 *
 * @param from as the owner of the tables, who sees all rows
 * @param to as the owner of the empty database
 * @throws ExpectedError if the database is from a newer release, or is not of Sourcebook
 */
export async function copyDatabase(
  from: ClientConfig,
  to: ClientConfig,
  { folder, ...options }: Omit<FillOptions, 'isProven'> & { folder: URL },
): Promise<Copied> {
  const known = await readMigrations(folder)
  const tables: Sum[] = []
  const left = await withSnapshot(from, (snapshot) => {
    planMigrations(known, snapshot.migrations)
    const given = new Map(snapshot.tables.map((table) => [table.name, table]))
    const filling = {
      takenAt: new Date(snapshot.takenAt),
      eventHorizon: BigInt(snapshot.eventHorizon),
      migrations: known.slice(0, snapshot.migrations.length),
      tables: snapshot.tables,
      async pour(name: string, into: NodeJS.WritableStream) {
        const tally = new Tally()
        await pipeline(tally.watch(snapshot.rowsOf(given.get(name)!)), into)
        const sum = tally.sum()
        tables.push(sum)
        return sum
      },
    }
    return withSession(to, (client) =>
      fillDatabase(client, filling, { ...options, isProven: true }),
    )
  })
  await migrate(to, folder)
  return { tables, left }
}
