import type { MoneyVisibleTo } from '../../../../contract/workspaces/money-visibility.ts'
import type { Plan } from '../../../../shared/plans.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Locale } from '../../../platform/locale.rules.ts'

export interface WorkspaceRow extends Locale {
  id: string
  slug: string
  name: string
  plan: Plan
  escalationUserId: number | null
  moneyVisibleTo: MoneyVisibleTo
  moneyVisibilityUndecided: boolean
  createdAt: Date
  updatedAt: Date
}

const FIELDS = `id, slug, name, plan, region, time_zone AS "timeZone", currency,
  escalation_user_id AS "escalationUserId",
  coalesce(money_visible_to, 'everyone') AS "moneyVisibleTo",
  money_visible_to IS NULL AS "moneyVisibilityUndecided", created_at AS "createdAt", updated_at AS "updatedAt"`

/** Inserts the workspace that the transaction is bound to; undefined if the slug is taken. */
export async function insertWorkspace(
  tx: Tx,
  {
    slug,
    name,
    plan,
    timeZone,
  }: { slug: string; name: string; plan: Plan | undefined; timeZone: string | undefined },
): Promise<WorkspaceRow | undefined> {
  const [made] = await tx.run<WorkspaceRow>(
    `INSERT INTO workspaces (id, slug, name, plan, time_zone)
     VALUES (current_workspace(), $1, $2, coalesce($3, 'enterprise'), coalesce($4, 'UTC'))
     ON CONFLICT (slug) DO NOTHING RETURNING ${FIELDS}`,
    [slug, name, plan ?? null, timeZone ?? null],
  )
  return made
}

export async function findWorkspace(tx: Tx): Promise<WorkspaceRow> {
  const [row] = await tx.run<WorkspaceRow>(
    `SELECT ${FIELDS} FROM workspaces WHERE id = current_workspace()`,
  )
  return row!
}

export type WorkspaceChange = Partial<
  Locale & { name: string; escalationUserId: number | null; moneyVisibleTo: MoneyVisibleTo }
>

export async function updateWorkspace(
  tx: Tx,
  change: WorkspaceChange & { plan?: Plan },
): Promise<WorkspaceRow> {
  const { name, region, timeZone, currency, plan, escalationUserId, moneyVisibleTo } = change
  const given = escalationUserId !== undefined
  const [row] = await tx.run<WorkspaceRow>(
    `UPDATE workspaces SET name = coalesce($1, name), region = coalesce($2, region),
       time_zone = coalesce($3, time_zone), currency = coalesce($4, currency),
       plan = coalesce($5, plan), money_visible_to = coalesce($8, money_visible_to),
       updated_at = now(),
       escalation_user_id = CASE WHEN $6 THEN $7 ELSE escalation_user_id END
     WHERE id = current_workspace() RETURNING ${FIELDS}`,
    [name, region, timeZone, currency, plan, given, escalationUserId, moneyVisibleTo].map(
      (value) => value ?? null,
    ),
  )
  return row!
}

// The three below need a transaction that sees all workspaces.

/** Makes sign-ups for the first workspace wait for each other, until the transaction ends. */
export function lockFounding(tx: Tx): void {
  tx.queue("SELECT pg_advisory_xact_lock(hashtextextended('sourcebook: a first workspace', 0))")
}

export async function anyWorkspace(tx: Tx): Promise<boolean> {
  return (await tx.run('SELECT 1 FROM workspaces LIMIT 1')).length > 0
}

export function listWorkspaces(tx: Tx, slug: string | null): Promise<WorkspaceRow[]> {
  return tx.run<WorkspaceRow>(
    `SELECT ${FIELDS} FROM workspaces
     WHERE deleted_at IS NULL AND ($1::text IS NULL OR slug = $1) ORDER BY slug`,
    [slug],
  )
}
