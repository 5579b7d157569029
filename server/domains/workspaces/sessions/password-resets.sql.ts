import type { Tx } from '../../../platform/database/tx.ts'

/**
 * Stores a link for an hour. Returns false if the email has no account, or one that was never used, or one that has so many
 * links already.
 */
export async function insertReset(
  tx: Tx,
  tokenHash: Buffer,
  email: string,
  most: number,
): Promise<boolean> {
  const made = await tx.run(
    `INSERT INTO password_resets (token_hash, account_id, expires_at)
     SELECT $1, a.id, now() + interval '1 hour' FROM accounts a
     WHERE a.email = $2 AND a.password_hash IS NOT NULL AND (
       SELECT count(*) FROM password_resets r WHERE r.account_id = a.id AND r.expires_at > now()) < $3
     RETURNING 1`,
    [tokenHash, email, most],
  )
  return made.length > 0
}

export async function hasReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const found = await tx.run(
    'SELECT 1 FROM password_resets WHERE token_hash = $1 AND expires_at > now()',
    [tokenHash],
  )
  return found.length > 0
}

/** Uses up a link. Returns the account that it was for, if it was still valid. */
export async function takeReset(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const [taken] = await tx.run<{ accountId: string }>(
    `DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > now()
     RETURNING account_id AS "accountId"`,
    [tokenHash],
  )
  return taken?.accountId
}

export function deleteResets(tx: Tx, accountId: string): void {
  tx.queue('DELETE FROM password_resets WHERE account_id = $1', [accountId])
}

export async function sweepResets(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ swept: number }>(
    `WITH gone AS (DELETE FROM password_resets WHERE expires_at < now() RETURNING 1)
     SELECT count(*) AS swept FROM gone`,
  )
  return row!.swept
}
