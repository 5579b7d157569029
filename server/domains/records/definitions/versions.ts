import type { Tx } from '../../../platform/database/tx.ts'
import * as sql from './definitions.sql.ts'

/** The settings of the workspace have changed, which definitions without their own take theirs from. */
export const renewDefinitions = (tx: Tx): void => sql.raiseVersions(tx)
