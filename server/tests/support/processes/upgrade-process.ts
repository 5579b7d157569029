// A process that upgrades the database in DATA_DIR as `upgrade-database` does, but from this release's own major version: the
// steps are the same, and no other PostgreSQL is needed.
import { upgradeCluster } from '../../../commands/upgrade-database.ts'
import { loadConfig } from '../../../platform/config.ts'
import { bundledPrograms } from '../../../platform/embedded/binaries.ts'

try {
  await upgradeCluster(loadConfig(process.env), bundledPrograms(), false)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
