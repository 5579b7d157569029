import { why } from '../../../contract/refusals/reasons.ts'
import { type Plan, plans } from '../../../shared/plans.ts'
import { type Role, roles } from '../../../shared/roles.ts'
import { trimmed } from '../../../shared/visible-text.ts'
import { actorRef, SYSTEM, systemActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { appendEvent } from '../events/events.ts'
import * as accounts from './accounts/accounts.sql.ts'
import { accountBucket } from './accounts/throttle.rules.ts'
import { forgetAccount } from './accounts/throttle.sql.ts'
import { accountFor, seatExists } from './seats/invitations.ts'
import * as seats from './seats/seats.sql.ts'
import { appendPasswordEvents } from './sessions/account-events.ts'
import { deleteResets } from './sessions/password-resets.sql.ts'
import { endSessionsOfAccount } from './sessions/sessions.sql.ts'
import { revokeTokensOfAccount } from './sessions/token-ends.ts'
import { isSlug } from './workspace/workspaces.rules.ts'
import * as sql from './workspace/workspaces.sql.ts'
import { type FoundedWorkspace, foundWorkspace, type Workspaces } from './workspace/workspaces.ts'

// What the operator does from the command line. No other use cases see more than one workspace.

/**
 * Makes a workspace with nobody in it; `createUser` adds its first owner.
 *
 * @throws Refusal invalid_request, name_taken (the slug).
 */
export async function createWorkspace(
  { db, onWorkspaceCreated }: Workspaces,
  { name, slug, plan }: { name: string; slug?: string; plan?: Plan },
): Promise<FoundedWorkspace> {
  if (!trimmed(name) || name.length > 200)
    throw invalid('name', why('wrong_length', { least: 1, most: 200 }))
  if (slug !== undefined && !isSlug(slug)) {
    throw invalid('slug', why('not_a_slug', {}))
  }
  checkPlan(plan)
  const actor = systemActor(newId())
  return db.withWorkspace(actor, async (tx) => {
    sql.lockFounding(tx)
    const workspace = await foundWorkspace(tx, actorRef(actor), { name, slug, plan })
    await onWorkspaceCreated(tx, workspace, actor)
    return workspace
  })
}

export const listWorkspaces = ({ db }: Pick<Workspaces, 'db'>): Promise<sql.WorkspaceRow[]> =>
  db.withDirectory((tx) => sql.listWorkspaces(tx, null), { allWorkspaces: true })

/** @throws Refusal invalid_request, not_found (the slug). */
export async function setPlan(workspaces: Workspaces, slug: string, plan: Plan): Promise<void> {
  checkPlan(plan)
  const workspaceId = await idOf(workspaces, slug)
  await workspaces.db.withWorkspace({ workspaceId }, async (tx) => {
    await sql.updateWorkspace(tx, { plan })
    appendEvent(tx, {
      type: 'workspace.updated',
      actor: SYSTEM,
      subject: `workspace:${workspaceId}`,
      data: { plan },
    })
  })
}

export interface NewUser {
  email: string
  name: string
  password: string
  /** The slug of the workspace that they get a seat in. */
  workspace: string
  role: Role
  /** Whether the seat is for an existing account. Defaults to a new one. */
  existing?: boolean
}

/**
 * Gives a person an active seat and sets the password of their account. An email does not prove who signed up with it.
 * So an account that already exists gets the seat only if the operator says so; it then gets the new password, and its
 * sessions and access tokens end. It keeps its seats in other workspaces.
 *
 * @throws Refusal invalid_request, not_found (the slug, or the account), email_taken, seat_exists.
 */
export async function createUser(
  workspaces: Workspaces,
  user: NewUser,
): Promise<{ accountId: string; crmUserId: number }> {
  const email = user.email.toLowerCase()
  if (!EMAIL.test(email) || email.length > 254)
    throw invalid('email', why('wrong_format', { format: 'email address' }))
  if (!trimmed(user.name) || user.name.length > 200)
    throw invalid('name', why('wrong_length', { least: 1, most: 200 }))
  if (!roles.includes(user.role))
    throw invalid('role', why('not_one_of', { options: roles.join(', ') }))
  checkPassword(user.password)
  const workspaceId = await idOf(workspaces, user.workspace)
  const passwordHash = await workspaces.passwords.hash(user.password)
  return workspaces.db.withWorkspace({ workspaceId }, async (tx) => {
    seats.lockSeats(tx)
    if (user.existing && !(await accounts.findAccountByEmail(tx, email))) throw noAccount(email)
    const account = await accountFor(tx, email, user.name)
    if (await seats.findSeatOfAccount(tx, account.id)) throw seatExists(email)
    if (user.existing) await handOver(tx, account, passwordHash)
    // An account without a password was invited elsewhere and never used, so it counts as new.
    else if (await accounts.replacePassword(tx, account.id, null, passwordHash)) {
      accounts.renameAccount(tx, account.id, user.name)
    } else throw emailTaken(email)
    const crmUserId = await seats.takeCrmUserId(tx)
    const { name, role } = user
    seats.insertSeat(tx, { accountId: account.id, crmUserId, email, name, role, status: 'active' })
    appendEvent(tx, {
      type: 'seat.created',
      actor: SYSTEM,
      subject: `seat:${crmUserId}`,
      data: { role },
    })
    return { accountId: account.id, crmUserId }
  })
}

/**
 * Sets the password of an account, ends all its sessions and access tokens, and lets it sign in again if it was throttled.
 * @throws Refusal invalid_request, not_found (the email).
 */
export async function setPassword(
  { db, passwords }: Workspaces,
  sent: string,
  password: string,
): Promise<void> {
  checkPassword(password)
  const email = sent.toLowerCase()
  const passwordHash = await passwords.hash(password)
  await db.withDirectory(async (tx) => {
    const account = await accounts.findAccountByEmail(tx, email)
    if (!account) throw noAccount(email)
    await handOver(tx, account, passwordHash)
  })
}

/** Ends the account's sessions, its access tokens and its links for a new password, so that only the new password opens it. */
async function handOver(
  tx: Tx,
  { id, email }: accounts.Account,
  passwordHash: string,
): Promise<void> {
  await accounts.setPassword(tx, id, passwordHash)
  endSessionsOfAccount(tx, id, null)
  await revokeTokensOfAccount(tx, id)
  await appendPasswordEvents(tx, id, 'replaced', SYSTEM)
  deleteResets(tx, id)
  forgetAccount(tx, accountBucket(email))
}

const noAccount = (email: string): Refusal => new Refusal('not_found', 'account', { email })

const emailTaken = (email: string): Refusal => new Refusal('email_taken', 'give_seat', { email })

const idOf = async (workspaces: Workspaces, slug: string): Promise<string> =>
  (await findWorkspace(workspaces, slug)).id

/** @throws Refusal not_found */
export async function findWorkspace(
  { db }: Pick<Workspaces, 'db'>,
  slug: string,
): Promise<sql.WorkspaceRow> {
  const [found] = await db.withDirectory((tx) => sql.listWorkspaces(tx, slug), {
    allWorkspaces: true,
  })
  if (!found) throw new Refusal('not_found', 'workspace', { slug })
  return found
}

/** @throws Refusal not_found */
export async function findPerson(
  { db }: Pick<Workspaces, 'db'>,
  email: string,
): Promise<accounts.Account> {
  const account = await db.withDirectory((tx) =>
    accounts.findAccountByEmail(tx, email.toLowerCase()),
  )
  if (!account) throw noAccount(email)
  return account
}

function checkPlan(plan: Plan | undefined): void {
  if (plan !== undefined && !plans.includes(plan)) {
    throw invalid('plan', why('not_one_of', { options: plans.join(', ') }))
  }
}

function checkPassword(password: string): void {
  if ([...password].length < 8 || password.length > 256) {
    throw invalid('password', why('wrong_length', { least: 8, most: 256 }))
  }
}

const EMAIL = /^[!-?A-~]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/
