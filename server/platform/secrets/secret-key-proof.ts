import type { ClientConfig } from 'pg'
import { type Database, sqlState } from '../database/db.ts'
import { withOwner } from '../database/owner.ts'

const READ = 'SELECT proof FROM secret_key_proof'
const KEEP = 'INSERT INTO secret_key_proof (proof) VALUES ($1) ON CONFLICT DO NOTHING'
const REPLACE = `
  INSERT INTO secret_key_proof (proof) VALUES ($1)
  ON CONFLICT (one) DO UPDATE SET proof = excluded.proof, made_at = now()`

/** The proof of the key that this database is sealed with; undefined if no start has left one yet. */
export async function findProof(db: Database): Promise<string | undefined> {
  try {
    const [row] = await db.withDirectory((tx) => tx.run<{ proof: string }>(READ))
    return row?.proof
  } catch (error) {
    if (sqlState(error) === '42P01') return undefined // from a release before there were any
    throw error
  }
}

/** Leaves a proof, unless another process was first; answers the one that is there then. */
export async function keepProof(db: Database, proof: string): Promise<string> {
  await db.withDirectory((tx) => tx.run(KEEP, [proof]))
  return (await findProof(db))!
}

export const replaceProof = (owner: ClientConfig, proof: string): Promise<unknown> =>
  withOwner(owner, (client) => client.query(REPLACE, [proof]))
