import { type Seating, tokenActor, type UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { type Tx, withCommit } from '../../../platform/database/tx.ts'
import { secretHash } from '../../../platform/ids.ts'
import { isWellFormedToken } from './tokens.rules.ts'
import * as sql from './tokens.sql.ts'

export { proveToken } from './tokens.sql.ts'

/**
 * The actor that a token stands for: its person's seat with the token's limits. Undefined if it is mistyped (which is
 * found out without the database), unknown, revoked or expired, or if the seat is suspended.
 */
export async function authenticateToken(
  db: Database,
  credential: string,
): Promise<UserActor | undefined> {
  if (!isWellFormedToken(credential)) return undefined
  const hash = secretHash(credential)
  const found = await db.askDirectory(async (tx) => {
    sql.bindToToken(tx, hash)
    return withCommit(sql.findTokenHolder(tx, hash))
  })
  if (!found) return undefined
  if (found.isUseDue) {
    await db.askWorkspace({ workspaceId: found.workspaceId }, async (tx) => {
      if (tx.canWrite) sql.writeUse(tx, found.tokenId)
    })
  }
  const { tokenId: id, secretNumber, scopes, addresses, definitionIds } = found
  return tokenActor(found, { id, secretNumber, scopes, addresses }, definitionIds)
}

/** Of these actors, the tokens that have ended (undefined) or whose seat has changed, by the name of the credential. */
export async function changedTokens(
  tx: Tx,
  actors: readonly UserActor[],
): Promise<Map<string, Pick<Seating, 'role' | 'teamIds'> | undefined>> {
  const known = actors.flatMap(({ token, role, teamIds }) =>
    token
      ? {
          tokenId: token.id,
          secretNumber: token.secretNumber,
          standing: [role, ...[...teamIds].sort()].join(' '),
        }
      : [],
  )
  const changed = known.length > 0 ? await sql.listChangedTokens(tx, known) : []
  return new Map(
    changed.map(({ tokenId, secretNumber, role, teamIds }) => [
      `${tokenId} ${secretNumber}`,
      role && teamIds ? { role, teamIds } : undefined,
    ]),
  )
}
