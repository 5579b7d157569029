import { useLocalStorage } from '@mantine/hooks'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import type { Head } from '../../service/heads.ts'
import { useMay, useSession } from '../../service/session.ts'
import { AppLink } from '../../ui/links/app-link.tsx'
import { newestInput } from './latest-rows.tsx'
import { StepsCard } from './steps-card.tsx'

/** What somebody who joins a desk can do first. */
export function MemberSteps({ page }: { page: Head | undefined }) {
  const { workspace, seat } = useSession()
  const mayAdd = useMay('member')
  const newest = useAnswer('rows.listNewest', newestInput)
  const [seen, setSeen] = useLocalStorage<string[]>({
    key: `sourcebook-first-steps:seen:${workspace.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const me = `user:${seat.crmUserId}`
  if (!page || newest.isPending) return null
  const { key, name } = page
  const look = (title: string, to: string, label: string) => ({
    title,
    done: seen.includes(to),
    how: (
      <AppLink to={to} onFollow={() => setSeen([...seen, to])}>
        {label}
      </AppLink>
    ),
  })
  return (
    <StepsCard
      title="Your first steps"
      guide="member"
      isFolded={false}
      steps={[
        look(`Look through ${name}`, paths.records(key), `Open ${name}`),
        ...(mayAdd
          ? [
              {
                title: 'Add a record',
                done: newest.data?.data.some(({ createdBy }) => createdBy === me) ?? false,
                how: <AppLink to={paths.newRow(key)}>New row in {name}</AppLink>,
              },
            ]
          : []),
        look('See what the desk has to do', paths.obligations(), 'Open Obligations'),
      ]}
    />
  )
}
