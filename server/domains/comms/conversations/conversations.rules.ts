import type { conversationStatuses } from '../../../../contract/conversations.ts'
import { type Issue, Refusal } from '../../../platform/refusal.ts'

/** The changes of a conversation in a body. */
export interface ConversationChange {
  status?: (typeof conversationStatuses)[number]
  snoozed_until?: string | null
  assigned_to?: number | null
  subject?: string
  definition_key?: string | null
  row_id?: string | null
}

/**
 * Checks a body by itself.
 *
 * @param now to check the time until which to snooze.
 * @throws Refusal invalid_request, with every fault.
 */
export function refuseChange(body: ConversationChange, now: Date | undefined): void {
  const { status, snoozed_until: until, definition_key: key, row_id: row } = body
  const issues: Issue[] = []
  const fault = (field: string, message: string) => issues.push({ path: `body.${field}`, message })
  if (until != null && status !== 'snoozed') {
    fault('snoozed_until', 'goes with the status snoozed; send both')
  }
  if (until != null && now && Date.parse(until) <= now.getTime()) {
    fault('snoozed_until', `is not in the future; send a time after ${now.toISOString()}`)
  }
  if (key === undefined && row !== undefined) fault('definition_key', TOGETHER)
  if (row === undefined && key !== undefined) fault('row_id', TOGETHER)
  if (key !== undefined && row !== undefined && (key === null) !== (row === null)) {
    fault(
      key === null ? 'definition_key' : 'row_id',
      `is null and the other is not; ${TOGETHER.slice(12)}`,
    )
  }
  if (issues.length === 0) return
  throw new Refusal('invalid_request', `${issues[0]!.path} ${issues[0]!.message}.`, { issues })
}

const TOGETHER =
  'is missing: definition_key and row_id go together; send both, or both as null for no record'
