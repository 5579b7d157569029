import { IconInbox } from '@tabler/icons-react'
import { useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { UNTITLED } from '../../ui/records/row-title.rules.ts'
import { Time } from '../../ui/values/time.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'

/** How they are asked for. */
export const newestInput = { query: { limit: 8 } }

const sources = { api: 'by a key', page: 'by a key', import: 'by an import', manual: 'by hand' }

/** The rows that were added last, of all boards and pages. */
export function LatestRows({ isAsking }: { isAsking: boolean }) {
  const { data, isPending, error, refetch } = useAnswer('rows.listNewest', newestInput, {
    enabled: !isAsking,
  })
  return (
    <HomeCard
      title="New rows"
      icon={IconInbox}
      isLoading={isPending}
      error={error}
      onRetry={() => refetch()}
      empty="No rows yet."
    >
      {(data?.data ?? []).map(({ id, title, definitionKey, definitionName, source, createdAt }) => (
        <HomeItem key={id} to={paths.record(definitionKey, id)} label={title ?? UNTITLED}>
          {definitionName} · added {sources[source]} · <Time at={createdAt} />
        </HomeItem>
      ))}
    </HomeCard>
  )
}
