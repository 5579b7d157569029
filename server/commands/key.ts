import { parseArgs } from 'node:util'
import { revokeKeyAnywhere } from '../domains/ingest/keys/keys.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { withWorkspaces } from './with-workspaces.ts'

export async function revoke(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [keyId] = positionals
  if (!keyId) throw new ExpectedError('Usage: sourcebook key revoke KEY_ID')
  await withWorkspaces((_, { db }) => revokeKeyAnywhere(db, keyId))
  console.log(`The key ${keyId} is revoked and will be refused from the next request.`)
}
