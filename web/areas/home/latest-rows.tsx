import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { IconInbox } from '../../ui/icons/icons.ts'
import { UNTITLED } from '../../ui/records/row-title.rules.ts'
import { Time } from '../../ui/values/time.tsx'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import { useDoerNames } from '../../ui/values/use-token-names.ts'
import { addedWords } from './added-words.rules.ts'
import { HomeCard, HomeItem } from './home-card.tsx'

/** How they are asked for. */
export const newestInput = { query: { limit: 8 } }

/** The rows that were added last, of all boards and pages. */
export function LatestRows({ isAsking }: { isAsking: boolean }) {
  const { data, isPending, error, refetch } = useAnswer('rows.listNewest', newestInput, {
    enabled: !isAsking,
  })
  const shownAddress = useShownAddress()
  const rows = data?.data ?? []
  const nameOf = useDoerNames(rows.map(({ createdBy }) => createdBy))
  return (
    <HomeCard
      title="Recently added"
      icon={IconInbox}
      isLoading={isPending}
      error={error}
      onRetry={() => refetch()}
    >
      {rows.map(({ id, title, definitionKey, definitionName, createdAt, ...row }) => (
        <HomeItem
          key={id}
          to={paths.record(definitionKey, id)}
          label={shownAddress(title ?? UNTITLED)}
        >
          {definitionName} · {addedWords(row, nameOf)} · <Time at={createdAt} />
        </HomeItem>
      ))}
    </HomeCard>
  )
}
