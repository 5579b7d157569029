import type { Erasing } from '../domains/erasure/erasing.ts'
import '../ports.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { fittingSecretKeys } from './secret-key.ts'
import { withWorkspaces } from './with-workspaces.ts'

/** Like `withWorkspaces`, for commands that erase. */
export const withErasing = <T>(run: (erasing: Erasing) => Promise<T>): Promise<T> =>
  withWorkspaces(async (_, { config, db, handle, log }) => {
    const keys = await fittingSecretKeys(config, db)
    const seal = createSeal(keys.current, keys.before)
    return run({ db, owner: handle.connection, files: openFileStore(config), seal, log })
  })
