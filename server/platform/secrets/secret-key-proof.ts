import type { ClientConfig } from 'pg'
import { type Database, sqlState } from '../database/db.ts'
import { withOwner } from '../database/owner.ts'

const READ = 'SELECT proof FROM secret_key_proof'
const KEEP = 'INSERT INTO secret_key_proof (proof) VALUES ($1) ON CONFLICT DO NOTHING'
const REPLACE = `
  INSERT INTO secret_key_proof (proof) VALUES ($1)
  ON CONFLICT (one) DO UPDATE SET proof = excluded.proof, made_at = now()`

/** The proof of the key that this database is sealed with; undefined if no process has stored one yet. */
export async function findProof(db: Database): Promise<string | undefined> {
  try {
    const [row] = await db.withDirectory((tx) => tx.run<{ proof: string }>(READ))
    return row?.proof
  } catch (error) {
    if (sqlState(error) === '42P01') return undefined // the database is from a release without proofs
    throw error
  }
}

/** Stores a proof unless another process was first, and returns the stored one. */
export async function keepProof(db: Database, proof: string): Promise<string> {
  await db.withDirectory((tx) => tx.run(KEEP, [proof]))
  return (await findProof(db))!
}

export const replaceProof = (owner: ClientConfig, proof: string): Promise<unknown> =>
  withOwner(owner, (client) => client.query(REPLACE, [proof]))
