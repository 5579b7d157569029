import type { FeedEvent } from '../../../../sdk/client.ts'
import { paths } from '../../../paths.ts'
import { definitionOf, isAbout } from '../../../service/events.rules.ts'

/** The page that shows what an event is about, if any. */
export function linkOf(event: FeedEvent): string | undefined {
  const { type, subject, data } = event
  const id = subject.slice(subject.indexOf(':') + 1)
  if ('conversationId' in data) return paths.conversation(data.conversationId)
  if ('obligationId' in data) return paths.obligation(data.obligationId)
  if ('dealId' in data && data.dealId) return paths.deal(data.dealId)
  if (isAbout(event, 'agreement')) return paths.agreement(id)
  if (isAbout(event, 'seat')) return paths.settings('members')
  if (isAbout(event, 'team')) return paths.settings('teams')
  if (isAbout(event, 'workspace')) return paths.settings('general')
  const key = definitionOf(event)?.key
  if (key === undefined) return undefined
  if (isAbout(event, 'column_policy')) return `${paths.settings('policies')}?definition=${key}`
  if (isAbout(event, 'import')) return paths.importRun(key, id)
  if (type === 'rows.deleted' || type === 'rows.purged') return paths.trash(key)
  const row = rowOf(data)
  return row ? paths.record(key, row) : paths.records(key)
}

/** The one row that it is about. */
function rowOf(data: FeedEvent['data']): string | undefined {
  if ('rowId' in data) return data.rowId
  return 'rows' in data && data.rows?.length === 1 ? data.rows[0]?.id : undefined
}
