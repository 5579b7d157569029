import type { Logger } from 'pino'
import type { Plan } from '../../../../shared/plans.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { checkLocale, type Locale } from '../../../platform/locale.rules.ts'
import { issueAt, Refusal, refusalWith, unknownReference } from '../../../platform/refusal.ts'
import type { SystemMail } from '../../../platform/system-mail.ts'
import { appendEvent } from '../../events/events.ts'
import type { HashCost } from '../accounts/passwords.rules.ts'
import { Passwords } from '../accounts/passwords.ts'
import { listPeople } from './people.ts'
import { slugCandidates } from './workspaces.rules.ts'
import * as sql from './workspaces.sql.ts'

/** What the use cases of this domain work with. */
export interface Workspaces {
  db: Database
  config: {
    /** `closed`: people can sign up only for the first workspace. */
    signup: 'open' | 'closed'
    /** The address that people use, without a slash at the end. */
    publicUrl: string
  }
  passwords: Passwords
  /** Undefined if the operator has no mail server. */
  mail?: SystemMail | undefined
  /** Does what an answer must not wait for, so that its time tells nothing. */
  afterwards: (work: () => Promise<void>) => void
  /** Adds the initial content of a new workspace, in the transaction that makes it. */
  onWorkspaceCreated: (tx: Tx, workspace: FoundedWorkspace, actor: Actor) => Promise<void>
  /** A domain that keeps what depends on the workspace's settings takes note of the change, in its transaction. */
  onWorkspaceUpdated: (tx: Tx) => void
}

export interface FoundedWorkspace {
  id: string
  slug: string
  name: string
  plan: Plan
}

/** @param hashCost the cost of password hashes; the default is the recommended one. */
export const createWorkspaces = ({
  hashCost,
  log,
  ...options
}: Omit<Workspaces, 'passwords' | 'afterwards'> & {
  log: Logger
  hashCost?: HashCost | undefined
}): Workspaces => ({
  ...options,
  afterwards: (work) => {
    setImmediate(() => {
      work().catch((error: unknown) => log.warn({ err: error }, 'the audit log lacks an entry'))
    })
  },
  passwords: new Passwords({ ...(hashCost && { cost: hashCost }) }),
})

export async function getWorkspace(tx: Tx) {
  return workspaceOut(await sql.findWorkspace(tx))
}

/** The same with what the operator has set up. */
export const getWorkspaceHere = async (deps: Workspaces, tx: Tx) =>
  here(deps, await getWorkspace(tx))

/** @throws Refusal invalid_request if there is no such country, time zone or currency */
export function refuseLocale(body: Partial<Locale>): void {
  const issues = checkLocale(body).map(({ field, why }) => issueAt(`body.${field}`, why))
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
}

/**
 * @throws Refusal invalid_request (no such country, time zone or currency), unknown_reference (somebody without an
 *   active seat).
 */
export async function updateWorkspace(
  deps: Workspaces,
  tx: Tx,
  actor: Actor,
  change: sql.WorkspaceChange,
) {
  refuseLocale(change)
  const { escalationUserId } = change
  if (typeof escalationUserId === 'number') {
    const people = await listPeople(tx)
    if (!people.some(({ crmUserId }) => crmUserId === escalationUserId)) {
      throw unknownReference('escalationUserId')
    }
  }
  const workspace = await sql.updateWorkspace(tx, change)
  deps.onWorkspaceUpdated(tx)
  appendEvent(tx, {
    type: 'workspace.updated',
    actor: actorRef(actor),
    subject: `workspace:${workspace.id}`,
    data: change,
  })
  return here(deps, workspaceOut(workspace))
}

/**
 * Makes the workspace that the transaction is bound to, without any people.
 *
 * @param by who makes it, as `actorRef` writes it.
 * @throws Refusal name_taken if the requested slug is in use.
 */
export async function foundWorkspace(
  tx: Tx,
  by: string,
  {
    name,
    slug,
    plan,
    timeZone,
  }: { name: string; slug?: string; plan?: Plan; timeZone?: string | undefined },
): Promise<FoundedWorkspace> {
  for (const candidate of slug ? [slug] : slugCandidates(name, newId().slice(-12))) {
    const workspace = await sql.insertWorkspace(tx, { slug: candidate, name, plan, timeZone })
    if (!workspace) continue
    const { id } = workspace
    appendEvent(tx, { type: 'workspace.created', actor: by, subject: `workspace:${id}` })
    return { id, slug: candidate, name, plan: workspace.plan }
  }
  throw new Refusal('name_taken', 'slug', { slug: slug! })
}

const here = <W>({ mail }: Workspaces, workspace: W) => ({
  ...workspace,
  emailsInvitations: mail !== undefined,
})

const workspaceOut = ({ createdAt, updatedAt, ...workspace }: sql.WorkspaceRow) => ({
  ...workspace,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
