import type { FeedEvent } from '../../../../sdk/client.ts'
import { paths } from '../../../paths.ts'

/** Where what an event is about can be looked at, if anywhere. */
export function linkOf({ type, subject, data }: FeedEvent): string | undefined {
  const [noun] = type.split('.')
  const id = subject.slice(subject.indexOf(':') + 1)
  const key = data.definition?.key
  const { conversationId, dealId, obligationId, rowId } = data as Record<string, unknown>
  if (typeof conversationId === 'number') return paths.conversation(conversationId)
  if (typeof obligationId === 'number') return paths.obligation(obligationId)
  if (typeof dealId === 'number') return paths.deal(dealId)
  if (noun === 'agreement') return paths.agreement(id)
  if (noun === 'seat') return paths.settings('members')
  if (noun === 'team') return paths.settings('teams')
  if (noun === 'workspace') return paths.settings('general')
  if (key === undefined) return undefined
  if (noun === 'column_policy') return `${paths.settings('policies')}?definition=${key}`
  if (noun === 'import') return paths.importRun(key, id)
  if (type === 'rows.deleted') return paths.trash(key)
  const rows = data.rows ?? []
  const row = typeof rowId === 'string' ? rowId : rows.length === 1 ? rows[0]?.id : undefined
  return row ? paths.record(key, row) : paths.records(key)
}
