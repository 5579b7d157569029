import { join } from 'node:path'
import { proveErasuresAgain } from '../domains/chain/erasures.ts'
import { proveAgain } from '../domains/chain/heads.ts'
import { sealedCredentials } from '../domains/comms/channels/open-channels.ts'
import { sealedSecrets } from '../domains/feeds/webhooks.ts'
import { sealedHookSecrets } from '../domains/intake/hooks/hooks.ts'
import { allWorkspaceIds } from '../domains/workspaces/sweeps.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/db.ts'
import type { Tx } from '../platform/database/tx.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { someSealedAnswers } from '../platform/http/idempotency.ts'
import {
  createSeal,
  isProven,
  opens,
  proofOf,
  type Seal,
  type Sealed,
  type SecretKeys,
} from '../platform/secrets/seal.ts'
import { findSecretKeys, loadSecretKeys } from '../platform/secrets/secret-key.ts'
import { findProof, keepProof, replaceProof } from '../platform/secrets/secret-key-proof.ts'
import { withWorkspaces } from './with-workspaces.ts'

/** Where to look for the key. */
type Place = Pick<Config, 'secretKey' | 'secretKeyBefore' | 'dataDir' | 'databaseUrl'>

/**
 * The keys that this database is sealed with. The first call makes a key if there is none, and stores a proof of it.
 * @throws ExpectedError if the key here is a different one, or is missing
 */
export async function fittingSecretKeys(config: Place, db: Database): Promise<SecretKeys> {
  await checkSecretKey(config, db)
  const keys = await loadSecretKeys(config)
  const seal = createSeal(keys.current, keys.before)
  // If two processes start an empty database with different keys, the key of the first one counts.
  if (!isProven(await keepProof(db, proofOf(seal)), seal)) throw misfit(config, keys)
  return keys
}

/**
 * Like `fittingSecretKey`, but makes and stores nothing.
 * @returns whether anything is sealed yet
 */
export async function checkSecretKey(config: Place, db: Database): Promise<boolean> {
  const keys = await findSecretKeys(config)
  const seal = keys === null ? undefined : createSeal(keys.current, keys.before)
  const proof = await findProof(db)
  const fits =
    proof === undefined ? await opensAny(db, seal) : seal !== undefined && isProven(proof, seal)
  if (fits === false) throw misfit(config, keys)
  return fits === true
}

/** How far a rotation of the key is; undefined if there is none. */
export async function rotationState(
  config: Place,
  db: Database,
): Promise<'begun' | 'ended' | undefined> {
  const keys = await findSecretKeys(config)
  if (!keys?.before || keys.before === keys.current) return undefined
  // In DATA_DIR, the end of a rotation deletes the key before.
  if (config.secretKey === null) return 'begun'
  const proof = await findProof(db)
  return proof === undefined || isProven(proof, createSeal(keys.current)) ? 'ended' : 'begun'
}

/** Makes the key that is set the database's key. Secrets sealed with the old one can no longer be read. */
export async function replace(): Promise<void> {
  await withWorkspaces(async (_, { config, db, handle }) => {
    const { current } = await loadSecretKeys(config)
    const seal = createSeal(current)
    await replaceProof(handle.connection, proofOf(seal))
    for (const workspaceId of await allWorkspaceIds(db)) {
      await db.withWorkspace({ workspaceId }, async (tx) => {
        await proveAgain(tx, workspaceId, seal)
        await proveErasuresAgain(tx, workspaceId, seal)
      })
    }
  })
  console.log(
    'The service now uses this secret key. Send the credentials of channels and the signing secrets of hooks again, and rotate the secrets of webhooks.',
  )
}

/** Whether the key opens something sealed, for a database without a proof; undefined if nothing is sealed. */
async function opensAny(db: Database, seal: Seal | undefined): Promise<boolean | undefined> {
  const workspaceIds = await allWorkspaceIds(db)
  // Stored answers are only looked at if nothing that lasts is sealed: they are from the last day and prove less.
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
  (
    await Promise.all([
      sealedSecrets(tx, workspaceId),
      sealedCredentials(tx, workspaceId),
      sealedHookSecrets(tx, workspaceId),
    ])
  ).flat()

function misfit(
  { secretKey, dataDir, databaseUrl }: Place,
  keys: SecretKeys | null,
): ExpectedError {
  const file = join(dataDir, 'secret.key')
  const [what, remedy] =
    secretKey !== null
      ? [
          'SECRET_KEY is not the one',
          databaseUrl === null
            ? `Set it to its old value; if it was not set, unset it, so that ${file} is used again.`
            : 'Set it to its old value.',
        ]
      : keys === null
        ? [`${file} is missing: it has the key`, RETURN]
        : [`The key in ${file} is not the one`, RETURN]
  return new ExpectedError(
    `${what} that this database was sealed with: credentials of channels and secrets of webhooks could not be read. ` +
      `${remedy} If it is lost, "sourcebook secret-key replace" continues with ${keys === null ? 'a new one' : 'this one'}.`,
  )
}

const RETURN = 'Put that file back (a backup has it), or set SECRET_KEY to what was in it.'
