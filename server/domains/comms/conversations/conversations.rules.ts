import type { conversationStatuses } from '../../../../contract/comms/conversations.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { momentOf } from '../../../platform/times.rules.ts'

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
  const fault = (field: string, refused: Why) => issues.push(issueAt(`body.${field}`, refused))
  if (until != null && status !== 'snoozed') {
    fault('snoozed_until', why('snooze_without_status', {}))
  }
  if (until != null && now) {
    const moment = momentOf(until)
    if (!moment) fault('snoozed_until', why('not_a_moment', {}))
    else if (moment <= now) {
      fault('snoozed_until', why('not_in_future', { now: now.toISOString() }))
    }
  }
  if (key === undefined && row !== undefined) fault('definition_key', why('record_or_none', {}))
  if (row === undefined && key !== undefined) fault('row_id', why('record_or_none', {}))
  if (key !== undefined && row !== undefined && (key === null) !== (row === null)) {
    fault(key === null ? 'definition_key' : 'row_id', why('record_half_null', {}))
  }
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
}
