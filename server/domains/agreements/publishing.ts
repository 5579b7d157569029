import type { ClientConfig } from 'pg'
import { SYSTEM } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import { withOwner } from '../../platform/database/owner.ts'
import { ExpectedError } from '../../platform/expected-error.ts'
import { appendEvent } from '../events/events.ts'
import { listWorkspaces } from '../workspaces/operators.ts'
import { type Publication, readPublication } from './front-matter.rules.ts'
import * as sql from './publishing.sql.ts'
import { listVersions, type VersionRow } from './standings.sql.ts'

// The operator publishes for every workspace at once. The role that serves requests can only read versions, so
// publishing needs a connection as the tables' owner.

export interface Published {
  kind: string
  version: string
  effectiveAt: string
  /** False if the same version was published before. */
  isNew: boolean
  /** The version that is in effect now; undefined if none is yet. */
  current: string | undefined
}

interface Publishing {
  db: Database
  /** How to connect as the tables' owner. */
  owner: ClientConfig
}

/**
 * Publishes a version from the text of its file, and tells every workspace. A published version never changes.
 *
 * @throws ExpectedError with every problem of the file, or with the published version that it conflicts with.
 */
export async function publishAgreement(
  { db, owner }: Publishing,
  file: string,
): Promise<Published> {
  const read = readPublication(file)
  if ('problems' in read) throw new ExpectedError(read.problems.join('\n'))
  const { publication } = read
  const published = await withOwner(owner, async (client) => {
    const isNew = await sql.insertVersion(client, publication)
    const all = await sql.listPublishedVersions(client, publication.kind)
    if (!isNew) refuseConflict(publication, all)
    const { kind, version, effectiveAt } = publication
    const current = all.findLast(({ inEffect }) => inEffect)?.version
    return { kind, version, effectiveAt, isNew, current }
  })
  if (published.isNew) await announceEverywhere(db, publication)
  return published
}

async function announceEverywhere(db: Database, { kind, version }: Publication): Promise<void> {
  for (const { id: workspaceId } of await listWorkspaces({ db })) {
    await db.withWorkspace({ workspaceId }, async (tx) => {
      appendEvent(tx, {
        type: 'agreement.published',
        actor: SYSTEM,
        subject: `agreement:${kind}`,
        data: { agreementKind: kind, version },
      })
    })
  }
}

/** Every version of every agreement, by kind, newest first. */
export const listAllVersions = (db: Database): Promise<VersionRow[]> =>
  db.withDirectory((tx) => listVersions(tx, null, null, null))

function refuseConflict(made: Publication, all: readonly sql.PublishedVersion[]): void {
  const { kind, version, effectiveAt } = made
  const same = all.find((other) => other.version === version)
  if (same && differences(made, same).length === 0) return
  if (same) {
    throw new ExpectedError(
      `Version ${version} of ${kind} is already published with a different ${differences(made, same).join(', ')}, and cannot change; publish the new text under another version.`,
    )
  }
  const rival = all.find((other) => other.effectiveAt.toISOString() === effectiveAt)
  throw new ExpectedError(
    `effectiveAt: version ${rival?.version} of ${kind} also takes effect at ${effectiveAt}; write another time, so that only one of them is current.`,
  )
}

function differences(made: Publication, published: sql.PublishedVersion): string[] {
  const { minimumFunding } = made
  const pairs: Record<string, [unknown, unknown]> = {
    title: [made.title, published.title],
    effectiveAt: [made.effectiveAt, published.effectiveAt.toISOString()],
    requiresResign: [made.requiresResign, published.requiresResign],
    'minimumFunding.amountMinor': [minimumFunding?.amountMinor ?? null, published.fundingMinor],
    'minimumFunding.period': [minimumFunding?.period ?? null, published.fundingPeriod],
    text: [made.bodySource, published.bodySource],
  }
  return Object.keys(pairs).filter((name) => pairs[name]![0] !== pairs[name]![1])
}
