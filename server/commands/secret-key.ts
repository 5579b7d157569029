import { join } from 'node:path'
import { sealedCredentials } from '../domains/comms/channels/open-channels.ts'
import { sealedSecrets } from '../domains/feeds/webhooks.ts'
import { allWorkspaceIds } from '../domains/workspaces/sweeps.ts'
import type { Config } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/db.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { someSealedAnswers } from '../platform/http/idempotency.ts'
import { createSeal, isProven, opens, proofOf, type Sealed } from '../platform/secrets/seal.ts'
import { findSecretKey, loadSecretKey } from '../platform/secrets/secret-key.ts'
import { findProof, keepProof, replaceProof } from '../platform/secrets/secret-key-proof.ts'
import { withWorkspaces } from './open.ts'

/** Where the key is looked for. */
type Place = Pick<Config, 'secretKey' | 'dataDir' | 'databaseUrl'>

/**
 * The key that this database is sealed with. The first call leaves a proof of it, and makes one where there is none.
 * @throws ExpectedError where the key here is another one, or is gone
 */
export async function fittingSecretKey(config: Place, db: Database): Promise<string> {
  await checkSecretKey(config, db)
  const key = await loadSecretKey(config)
  const seal = createSeal(key)
  // Two that start an empty database with different keys: the first is right.
  if (!isProven(await keepProof(db, proofOf(seal)), seal)) throw misfit(config, key)
  return key
}

/**
 * As `fittingSecretKey`, without leaving anything.
 * @returns whether anything is sealed yet
 */
export async function checkSecretKey(config: Place, db: Database): Promise<boolean> {
  const key = await findSecretKey(config)
  const proof = await findProof(db)
  const fits =
    proof === undefined ? await opensAny(db, key) : key !== null && isProven(proof, createSeal(key))
  if (fits === false) throw misfit(config, key)
  return fits === true
}

/** From now on the key that is set counts, whatever was sealed with the one before. */
export async function replace(): Promise<void> {
  await withWorkspaces(async (_, { config, handle }) => {
    const key = await loadSecretKey(config)
    await replaceProof(handle.connection, proofOf(createSeal(key)))
  })
  console.log(
    'The service now uses this secret key. Send the credentials of channels again, and rotate the secrets of webhooks.',
  )
}

/** What was sealed by a release that left no proof, as far as one needs to look; undefined where there is nothing. */
async function opensAny(db: Database, key: string | null): Promise<boolean | undefined> {
  const seal = key === null ? undefined : createSeal(key)
  const workspaceIds = await allWorkspaceIds(db)
  // Kept answers are of the last day, and say less than what is kept for good.
  for (const listSealed of [listLasting, someSealedAnswers]) {
    let isAny = false
    for (const workspaceId of workspaceIds) {
      const sealed = await db.withWorkspace({ workspaceId }, (tx) => listSealed(tx, workspaceId))
      if (seal && sealed.some((one) => opens(seal, one))) return true
      isAny ||= sealed.length > 0
    }
    if (isAny) return false
  }
  return undefined
}

const listLasting = async (tx: Tx, workspaceId: string): Promise<Sealed[]> =>
  (await Promise.all([sealedSecrets(tx, workspaceId), sealedCredentials(tx, workspaceId)])).flat()

function misfit({ secretKey, dataDir, databaseUrl }: Place, key: string | null): ExpectedError {
  const file = join(dataDir, 'secret.key')
  const [what, remedy] =
    secretKey !== null
      ? [
          'SECRET_KEY is not the one',
          databaseUrl === null
            ? `Set it to its old value; if it was not set, unset it, so that ${file} is used again.`
            : 'Set it to its old value.',
        ]
      : key === null
        ? [`${file} is missing: it has the key`, RETURN]
        : [`The key in ${file} is not the one`, RETURN]
  return new ExpectedError(
    `${what} that this database was sealed with: credentials of channels and secrets of webhooks could not be read. ` +
      `${remedy} If it is lost, "sourcebook secret-key replace" continues with ${key === null ? 'a new one' : 'this one'}.`,
  )
}

const RETURN = 'Put that file back (a backup has it), or set SECRET_KEY to what was in it.'
