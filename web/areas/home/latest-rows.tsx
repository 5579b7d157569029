import { useIntersection } from '@mantine/hooks'
import { IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { UNTITLED } from '../../ui/records/row-title.rules.ts'
import { Time } from '../../ui/values/time.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'

const SHOWN = 8
const sources = { api: 'by a key', page: 'by a key', import: 'by an import', manual: 'by hand' }

/** The rows that were added last, of all boards and pages. */
export function LatestRows() {
  // Often below what the window shows, and then nobody waits for it.
  const { ref, entry } = useIntersection({ rootMargin: '100px' })
  const [wasSeen, setSeen] = useState(false)
  const isNear = wasSeen || entry?.isIntersecting === true
  if (isNear && !wasSeen) setSeen(true)
  const { data, isPending, error, refetch } = useAnswer(
    'rows.listNewest',
    { query: { limit: SHOWN } },
    { enabled: isNear },
  )
  return (
    <HomeCard
      ref={ref}
      title="New rows"
      icon={IconInbox}
      isLoading={isNear && isPending}
      error={error}
      onRetry={() => refetch()}
      empty={isNear ? 'No rows yet.' : ''}
    >
      {(data?.data ?? []).map(({ id, title, definitionKey, definitionName, source, createdAt }) => (
        <HomeItem key={id} to={paths.record(definitionKey, id)} label={title ?? UNTITLED}>
          {definitionName} · added {sources[source]} · <Time at={createdAt} />
        </HomeItem>
      ))}
    </HomeCard>
  )
}
