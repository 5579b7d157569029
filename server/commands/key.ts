import { parseArgs } from 'node:util'
import { revokeKeyAnywhere } from '../domains/ingest/keys.ts'
import { withWorkspaces } from './open.ts'
import { usage } from './usage.ts'

export async function revoke(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [keyId] = positionals
  if (!keyId) throw usage('key revoke KEY_ID')
  await withWorkspaces((_, { db }) => revokeKeyAnywhere(db, keyId))
  console.log(`The key ${keyId} is revoked, from the next request on.`)
}
