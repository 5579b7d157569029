import type { Tx } from '../../../platform/database/tx.ts'

export interface Account {
  id: string
  /** In lower case. */
  email: string
  name: string
  /** Null until the person has accepted an invitation. */
  passwordHash: string | null
  /** The workspace that the account used last. It may no longer have a seat there. */
  lastWorkspaceId: string | null
}

const ACCOUNT = `
  SELECT id, email, name, password_hash AS "passwordHash", last_workspace_id AS "lastWorkspaceId"
  FROM accounts`

export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return (await tx.run<Account>(`${ACCOUNT} WHERE id = $1`, [id]))[0]
}

/** @param email in lower case */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  return (await tx.run<Account>(`${ACCOUNT} WHERE email = $1`, [email]))[0]
}

/** Returns whether the email was free. */
export async function insertAccount(tx: Tx, account: Account): Promise<boolean> {
  const made = await tx.run(
    `INSERT INTO accounts (id, email, name, password_hash, last_workspace_id)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING RETURNING 1`,
    [account.id, account.email, account.name, account.passwordHash, account.lastWorkspaceId],
  )
  return made.length > 0
}

/**
 * Stores which workspace the account opens. This locks the account, so its password cannot change until the transaction
 * ends. Returns false if the password was changed since it was checked.
 */
export async function enterWorkspace(
  tx: Tx,
  id: string,
  passwordHash: string | null,
  workspaceId: string,
): Promise<boolean> {
  const entered = await tx.run(
    `UPDATE accounts SET last_workspace_id = $3
     WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 RETURNING 1`,
    [id, passwordHash, workspaceId],
  )
  return entered.length > 0
}

/** Returns false and changes nothing if the password is no longer the one that was checked. */
export async function replacePassword(
  tx: Tx,
  id: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const replaced = await tx.run(
    `UPDATE accounts SET password_hash = $3
     WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 RETURNING 1`,
    [id, from, to],
  )
  return replaced.length > 0
}

export function renameAccount(tx: Tx, id: string, name: string): void {
  tx.queue('UPDATE accounts SET name = $2 WHERE id = $1', [id, name])
}

export function setPassword(tx: Tx, id: string, passwordHash: string): Promise<unknown> {
  return tx.run('UPDATE accounts SET password_hash = $2 WHERE id = $1', [id, passwordHash])
}
