import { setTimeout as sleep } from 'node:timers/promises'
import { resealErasures } from '../domains/chain/erasures.ts'
import { resealHead } from '../domains/chain/heads.ts'
import { resealCredentials } from '../domains/comms/channels/open-channels.ts'
import { resealSecrets } from '../domains/feeds/webhooks.ts'
import { resealHookSecrets } from '../domains/intake/hooks/hooks.ts'
import { allWorkspaceIds } from '../domains/workspaces/sweeps.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/db.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { type KeptUnder, resealAnswers } from '../platform/http/idempotency.ts'
import { SETTLED_MS } from '../platform/secrets/current-seal.ts'
import {
  createSeal,
  proofOf,
  type Reseal,
  resealer,
  type SecretKeys,
} from '../platform/secrets/seal.ts'
import { beginRotation, endRotation } from '../platform/secrets/secret-key.ts'
import { replaceProof } from '../platform/secrets/secret-key-proof.ts'
import { checkSecretKey } from './secret-key.ts'
import { withWorkspaces } from './with-workspaces.ts'

/**
 * Seals everything again with another key, while the service runs. If it is stopped on the way, running it again
 * goes on where it was.
 *
 * @throws ExpectedError if the key here does not fit the database, or only one key is set.
 */
export async function rotateKey(): Promise<void> {
  await withWorkspaces(async (_, { config, db, handle }) => {
    await checkSecretKey(config, db)
    const keys = await keysOf(config)
    let count = 0
    // A process that had not noticed the new key yet may have sealed with the one before in the meantime.
    for (let more = 1; more > 0; count += more) more = await resealAll(db, resealer(keys))
    while ((await resealHeads(db, resealer(keys))) > 0) {}
    await replaceProof(handle.connection, proofOf(createSeal(keys.current)))
    if (config.secretKey === null) await endRotation(config.dataDir)
    console.log(
      `${count.toLocaleString('en-US')} secrets and stored answers are sealed with the new key. ` +
        (config.secretKey === null
          ? 'The key before is deleted.'
          : 'Unset SECRET_KEY_BEFORE in every process, and restart it.'),
    )
  })
}

async function keysOf({ secretKey, secretKeyBefore, dataDir }: Config): Promise<SecretKeys> {
  if (secretKey === null) {
    const keys = await beginRotation(dataDir)
    await sleep(SETTLED_MS)
    return keys
  }
  if (secretKeyBefore === null || secretKeyBefore === secretKey) {
    throw new ExpectedError(
      'Set SECRET_KEY to a new key and SECRET_KEY_BEFORE to the one until now, in every process and here. ' +
        'Restart the service, and then run this again.',
    )
  }
  return { current: secretKey, before: secretKeyBefore }
}

/** Proves the heads of the chains of history again. Returns how many the key before had proved. */
async function resealHeads(db: Database, reseal: Reseal): Promise<number> {
  let count = 0
  for (const workspaceId of await allWorkspaceIds(db)) {
    const isResealed = await db.withWorkspace({ workspaceId }, (tx) =>
      resealHead(tx, workspaceId, reseal),
    )
    if (isResealed) count++
  }
  return count
}

/** Returns how many values were sealed with the key before. */
async function resealAll(db: Database, reseal: Reseal): Promise<number> {
  let count = 0
  for (const workspaceId of await allWorkspaceIds(db)) {
    count += await db.withWorkspace(
      { workspaceId },
      async (tx) =>
        (await resealSecrets(tx, workspaceId, reseal)) +
        (await resealCredentials(tx, workspaceId, reseal)) +
        (await resealHookSecrets(tx, workspaceId, reseal)) +
        (await resealErasures(tx, workspaceId, reseal)),
    )
    let after: KeptUnder | undefined = { actor: '', key: '' }
    while (after) {
      const from: KeptUnder = after
      const done = await db.withWorkspace({ workspaceId }, (tx) =>
        resealAnswers(tx, workspaceId, reseal, from),
      )
      count += done.count
      after = done.last
    }
  }
  return count
}
