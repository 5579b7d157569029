import type { Static } from 'typebox'
import type { SignedIn } from '../../../../contract/workspaces/auth.ts'
import { type UserActor, userActor, userRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import { type Tx, withCommit } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import type { People } from '../../../platform/http/user-gate.ts'
import { newId, newSecret, secretHash } from '../../../platform/ids.ts'
import { SharedReads } from '../../../platform/jobs/shared-reads.ts'
import { notFound, Refusal, unknownReference } from '../../../platform/refusal.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import * as accounts from '../accounts/accounts.sql.ts'
import { authenticateToken, changedTokens, proveToken } from '../tokens/token-auth.ts'
import { looksLikeToken } from '../tokens/tokens.rules.ts'
import { appendEventIn } from './account-events.ts'
import * as sql from './sessions.sql.ts'

/** What a session was opened from. */
export interface Device {
  address: string
  userAgent: string
  /** The secret by which the service knows the browser again, if it keeps cookies. */
  cookie?: string | undefined
}

type Standing = Pick<UserActor, 'role' | 'teamIds'>

export type SignedInAnswer = Static<typeof SignedIn>

/**
 * The person that a session or a token belongs to, read in one round trip. A session that was ended is refused at the
 * next request, in every process.
 */
async function authenticate(db: Database, token: string): Promise<UserActor | undefined> {
  if (looksLikeToken(token)) return authenticateToken(db, token)
  const hash = secretHash(token)
  const found = await db.askDirectory(async (tx) => {
    sql.bindSession(tx, hash)
    return withCommit(sql.findSeated(tx, hash))
  })
  // By itself: a statement that could write is planned as a write each time.
  if (found?.isUseDue) {
    await db.askDirectory(async (tx) => {
      if (tx.canWrite) sql.writeUse(tx, found.sessionId)
    })
  }
  return found && userActor(found, found.sessionId)
}

/** How long the person of a credential is remembered: as long as its use need not be written again. */
const RECALLED_MS = 30_000

/**
 * The people behind credentials. Reads are shared: when somebody opens a page, several requests arrive together. Who has lately
 * been found is remembered, and every request after that proves it in the exchange in which its work begins.
 */
export function peopleOf(db: Database): People {
  const reads = new SharedReads<string, UserActor | undefined>((credential) =>
    authenticate(db, credential),
  )
  const lately = new Memory<UserActor>({ most: 10_000, forMs: RECALLED_MS })
  return {
    authenticate: async (credential) => {
      const name = nameOf(credential)
      lately.forget(name)
      const actor = await reads.ask(name, credential)
      if (actor) lately.keep(name, actor)
      return actor
    },
    recall: (credential) => lately.get(nameOf(credential)),
    prove: (tx, actor) =>
      actor.token ? proveToken(tx, actor, actor.token) : sql.proveSession(tx, actor),
  }
}

/** What stands for a credential in memory. */
const nameOf = (credential: string): string => secretHash(credential).toString('base64')

/**
 * The sessions and tokens that changed while streams used them, by the name of the credential; undefined for one that
 * ended or has no active seat.
 */
export async function changedStandings(
  tx: Tx,
  actors: readonly UserActor[],
): Promise<Map<string, Standing | undefined>> {
  const sessions = actors.filter(({ token }) => !token)
  const known = sessions.map(({ sessionId, role, teamIds }) => ({
    sessionId,
    role,
    teamIds: [...teamIds].sort(),
  }))
  const changed = known.length > 0 ? await sql.listChangedStandings(tx, known) : []
  const ofTokens = sessions.length < actors.length ? await changedTokens(tx, actors) : []
  return new Map([
    ...ofTokens,
    ...changed.map(({ sessionId, role, teamIds }): [string, Standing | undefined] => [
      sessionId,
      role && teamIds ? { role, teamIds } : undefined,
    ]),
  ])
}

/** A new session's id and token, before its row is written. The prefix distinguishes it from ingest keys. */
export const newSession = () => ({ id: newId(), token: `sat_${newSecret()}` })

/**
 * Writes a session for one of the account's seats.
 *
 * @param tx must see the account's seats.
 */
export async function openSession(
  tx: Tx,
  account: { id: string; email: string; name: string },
  membership: sql.Membership,
  memberships: readonly sql.Membership[],
  device: Device & { confirmedAt?: Date },
  { id, token } = newSession(),
): Promise<SignedInAnswer> {
  const { expiresAt } = await sql.insertToken(tx, {
    id,
    tokenHash: secretHash(token),
    accountId: account.id,
    workspaceId: membership.workspace.id,
    crmUserId: membership.seat.crmUserId,
    ...device,
  })
  return {
    accessToken: token,
    tokenType: 'Bearer',
    ...stateOf(account, membership, memberships, expiresAt),
  }
}

export async function getSession(tx: Tx, actor: UserActor) {
  const [account, memberships, session] = await Promise.all([
    accounts.findAccount(tx, actor.accountId),
    sql.listMemberships(tx),
    sql.findSession(tx, actor.sessionId),
  ])
  const membership = memberships.find(({ workspace }) => workspace.id === actor.workspaceId)
  if (!account || !membership || !session) throw ended()
  return stateOf(account, membership, memberships, session.expiresAt)
}

/**
 * Opens another workspace of the account: starts a session there and ends this one.
 *
 * @throws Refusal unknown_reference if the account has no active seat there.
 */
export async function switchWorkspace(
  tx: Tx,
  actor: UserActor,
  { workspaceId }: { workspaceId: string },
  device: Device,
): Promise<SignedInAnswer> {
  const [account, memberships] = await Promise.all([
    accounts.findAccount(tx, actor.accountId),
    sql.listMemberships(tx),
  ])
  const wanted = workspaceId.toLowerCase()
  const membership = memberships.find(({ workspace }) => workspace.id === wanted)
  if (!membership) throw unknownReference('workspaceId')
  // Locks the account before it ends the session, so that a password change at the same time ends the new one too.
  if (!account || !(await accounts.enterWorkspace(tx, account.id, account.passwordHash, wanted))) {
    throw ended()
  }
  const last = await sql.endSession(tx, account.id, actor.sessionId)
  if (!last) throw ended()
  const { confirmedAt } = last
  const from = { ...device, confirmedAt }
  const answer = await openSession(tx, account, membership, memberships, from)
  appendSignIn(tx, membership, device)
  return answer
}

/** The account's valid sessions, newest first. */
export async function listSessions(
  tx: Tx,
  actor: UserActor,
  query: { limit?: number; cursor?: string },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const before = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const rows = await sql.listSessions(tx, actor.accountId, before, limit + 1)
  const { items, nextCursor } = page(rows, limit, ({ id }) => [id])
  return { data: items.map((row) => sessionOut(row, actor)), nextCursor }
}

/** @throws Refusal not_found if the account does not have this session. */
export async function endSession(tx: Tx, actor: UserActor, id: string): Promise<void> {
  const ended = await sql.endSession(tx, actor.accountId, id)
  if (!ended) throw notFound()
  appendSignOut(tx, ended)
}

export async function signOut(tx: Tx, actor: UserActor) {
  const ended = await sql.endSession(tx, actor.accountId, actor.sessionId)
  if (ended) appendSignOut(tx, ended)
  return { signedOut: true }
}

/** Says that somebody entered a workspace. */
export const appendSignIn = (
  tx: Tx,
  { workspace, seat: { crmUserId } }: sql.Membership,
  { address }: Device,
): void =>
  appendEventIn(tx, workspace.id, {
    type: 'session.started',
    actor: userRef(crmUserId),
    subject: `seat:${crmUserId}`,
    data: { address },
  })

const appendSignOut = (
  tx: Tx,
  { workspaceId, crmUserId }: { workspaceId: string; crmUserId: number },
): void =>
  appendEventIn(tx, workspaceId, {
    type: 'session.ended',
    actor: userRef(crmUserId),
    subject: `seat:${crmUserId}`,
  })

const ended = (): Refusal => new Refusal('unauthenticated', 'session_ended')

const stateOf = (
  { id, email, name }: { id: string; email: string; name: string },
  { workspace, seat }: sql.Membership,
  memberships: readonly sql.Membership[],
  expiresAt: Date,
) => ({
  expiresAt: expiresAt.toISOString(),
  account: { id, email, name },
  workspace,
  seat,
  workspaces: memberships.map(({ workspace: { id, slug, name }, seat: { role } }) => ({
    id,
    slug,
    name,
    role,
  })),
})

const sessionOut = (session: sql.SessionRow, actor: UserActor) => ({
  id: session.id,
  current: session.id === actor.sessionId,
  workspaceId: session.workspaceId,
  userAgent: session.userAgent,
  address: session.address,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
})
