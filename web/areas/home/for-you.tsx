import { Button } from '@mantine/core'
import { shortened } from '../../../shared/wording.ts'
import { paths } from '../../paths.ts'
import { useChange } from '../../service/api.ts'
import { useMentions } from '../../service/unread.ts'
import { IconAt } from '../../ui/icons/icons.ts'
import { UNTITLED } from '../../ui/records/row-title.rules.ts'
import { Time } from '../../ui/values/time.tsx'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import { useDoerNames } from '../../ui/values/use-token-names.ts'
import { countOf, HomeCard, HomeItem } from './home-card.tsx'

const SHOWN = 8
const MOST_CHARS = 160

/** The comments that mention the reader and that they have not read. Without any there is no card. */
export function ForYou() {
  const shownAddress = useShownAddress()
  const query = useMentions()
  const read = useChange('mentions.markRead', { outdates: [['mentions']] })
  const all = query.data?.data ?? []
  const mentions = all.slice(0, SHOWN)
  const nameOf = useDoerNames(mentions.map(({ createdBy }) => createdBy))
  const markRead = (ids: string[]) => read.mutate({ body: { ids } })
  return (
    <HomeCard
      title="For you"
      icon={IconAt}
      count={countOf(all, query.data?.nextCursor)}
      error={query.error}
      onRetry={() => query.refetch()}
    >
      {mentions.map(({ id, definitionKey, definitionName, rowId, title, ...comment }) => (
        <HomeItem
          key={id}
          to={paths.record(definitionKey, rowId)}
          label={shownAddress(title ?? UNTITLED)}
          beside={
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Mark as read: ${shownAddress(title ?? UNTITLED)}`}
              onClick={() => markRead([id])}
            >
              Done
            </Button>
          }
        >
          {nameOf(comment.createdBy) ?? 'Somebody'} in {definitionName} ·{' '}
          <Time at={comment.createdAt} /> · {shortened(comment.body, MOST_CHARS)}
        </HomeItem>
      ))}
    </HomeCard>
  )
}
