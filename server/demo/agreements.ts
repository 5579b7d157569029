import { readFile } from 'node:fs/promises'
import type { ClientConfig } from 'pg'
import { getStanding, markViewed } from '../domains/agreements/agreements.ts'
import { listAllVersions, publishAgreement } from '../domains/agreements/publishing.ts'
import { signAgreement } from '../domains/agreements/signing.ts'
import type { Database } from '../platform/database/db.ts'
import type { Desk } from './people.ts'

const examples = ['terms_of_service', 'broker_agreement']
const from = { address: '127.0.0.1', userAgent: 'the demo' }

/**
 * Publishes two example agreements. Marcus reads the broker agreement and Dana signs it for the workspace; nobody has
 * signed the terms yet. Agreements that the operator has already published are left alone.
 *
 * @param owner connects as the owner of the tables, which publishing needs.
 */
export async function furnishAgreements(
  db: Database,
  owner: ClientConfig,
  { dana, marcus }: Desk,
): Promise<void> {
  const published = new Set((await listAllVersions(db)).map(({ kind }) => kind as string))
  const missing = examples.filter((kind) => !published.has(kind))
  for (const kind of missing) {
    const file = new URL(`./agreements/${kind}.md`, import.meta.url)
    await publishAgreement({ db, owner }, await readFile(file, 'utf8'))
  }
  if (!missing.includes('broker_agreement')) return
  const kind = 'broker_agreement'
  await db.withWorkspace(marcus, (tx) => markViewed(tx, marcus, kind))
  await db.withWorkspace(dana, async (tx) => {
    await markViewed(tx, dana, kind)
    const { version, documentHash } = await getStanding(tx, dana, kind)
    const signer = { signerName: 'Dana Whitfield', signerTitle: 'Managing partner' }
    const body = { version, documentHash, ...signer, forWorkspace: true }
    await signAgreement(tx, dana, kind, body, from)
  })
}
