import type { MailPart } from '../../../../shared/mail-parts.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** Which column, by its id, gets which part of an email. */
export type ColumnsOfParts = Partial<Record<MailPart, string>>

export interface AddressRecord {
  id: string
  definition_id: string
  local_part: string
  columns: ColumnsOfParts
  enabled: boolean
  created_at: Date
  created_by: string
  last_received_at: Date | null
}

const ADDRESS = `id, definition_id, local_part, columns, enabled, created_at, created_by, last_received_at`

/** By id, so the oldest comes first. */
export function listAddresses(
  tx: Tx,
  definitionId: string,
  after: string | null,
  limit: number,
): Promise<AddressRecord[]> {
  return tx.run(
    `SELECT ${ADDRESS} FROM intake_addresses
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND removed_at IS NULL
       AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [definitionId, after, limit],
  )
}

/** The addresses of a definition, including removed ones, without their domain. */
export function listLocalParts(
  tx: Tx,
  definitionId: string,
): Promise<{ id: string; localPart: string }[]> {
  return tx.run(
    `SELECT id, local_part AS "localPart" FROM intake_addresses
     WHERE workspace_id = current_workspace() AND definition_id = $1`,
    [definitionId],
  )
}

export interface NewAddress {
  id: string
  definitionId: string
  localPart: string
  columns: ColumnsOfParts
  createdBy: string
}

export async function insertAddress(tx: Tx, address: NewAddress): Promise<AddressRecord> {
  const { id, definitionId, localPart, columns, createdBy } = address
  const [made] = await tx.run<AddressRecord>(
    `INSERT INTO intake_addresses (workspace_id, id, definition_id, local_part, columns, created_by)
     VALUES (current_workspace(), $1, $2, $3, $4, $5) RETURNING ${ADDRESS}`,
    [id, definitionId, localPart, JSON.stringify(columns), createdBy],
  )
  return made!
}

/** Stores in the directory which workspace an address belongs to. @returns false if it has been given out already. */
export async function insertMailbox(tx: Tx, localPart: string, id: string): Promise<boolean> {
  const made = await tx.run(
    `INSERT INTO intake_mailboxes (local_part, workspace_id, address_id)
     VALUES ($1, current_workspace(), $2) ON CONFLICT (local_part) DO NOTHING RETURNING local_part`,
    [localPart, id],
  )
  return made.length > 0
}

/** Locks an address of a definition until the transaction ends. */
export async function lockAddress(
  tx: Tx,
  definitionId: string,
  id: string,
): Promise<AddressRecord | undefined> {
  const [found] = await tx.run<AddressRecord>(
    `SELECT ${ADDRESS} FROM intake_addresses
     WHERE workspace_id = current_workspace() AND definition_id = $1 AND id = $2
       AND removed_at IS NULL FOR NO KEY UPDATE`,
    [definitionId, id],
  )
  return found
}

/** Members that are undefined stay as they are. */
export async function updateAddress(
  tx: Tx,
  id: string,
  { columns, enabled }: { columns?: ColumnsOfParts | undefined; enabled?: boolean | undefined },
): Promise<AddressRecord> {
  const [changed] = await tx.run<AddressRecord>(
    `UPDATE intake_addresses SET columns = coalesce($2::jsonb, columns), enabled = coalesce($3, enabled)
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${ADDRESS}`,
    [id, columns ? JSON.stringify(columns) : null, enabled ?? null],
  )
  return changed!
}

export function removeAddress(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE intake_addresses SET removed_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}
