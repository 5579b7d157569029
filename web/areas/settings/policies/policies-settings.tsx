import { Alert, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core'
import { useAnswer } from '../../../service/api.ts'
import { useHeads } from '../../../service/heads.ts'
import { useMay, useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconEyeOff, IconLock } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { PolicyTable } from './policy-table.tsx'
import { ViewAs } from './view-as.tsx'

type Search = { definition?: string; show?: 'view'; as?: string }

export function PoliciesSettings() {
  const [{ definition, show, as }, change] = useSearchState<Search>()
  const { heads, error, refetch } = useHeads()
  const mayManage = useMay('admin')
  const { workspace } = useSession()
  const chosen = heads?.find(({ key }) => key === definition) ?? heads?.[0]
  const { data: opened } = useAnswer(
    'definitions.get',
    { params: { key: chosen?.key ?? '' } },
    { enabled: chosen !== undefined },
  )
  return (
    <>
      <PageHeader
        title="Column policies"
        description="Who can see and edit each column, everywhere: in the app, exports, the API and webhooks."
      />
      {workspace.plan !== 'enterprise' && (
        <Alert
          icon={<IconLock aria-hidden />}
          title="Changing policies requires the enterprise plan"
        >
          This workspace is on the {workspace.plan} plan. Existing policies still apply. Whoever
          runs this service can change the plan.
        </Alert>
      )}
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!heads && !error && <Skeleton height={240} />}
      {heads?.length === 0 && (
        <EmptyState icon={IconEyeOff} title="No boards or pages yet">
          Create one, then set here who can see its columns.
        </EmptyState>
      )}
      {chosen && (
        <Stack>
          <Select
            label="Board or page"
            maw={360}
            data={heads?.map(({ key, name }) => ({ value: key, label: name })) ?? []}
            value={chosen.key}
            onChange={(key) => change({ definition: key ?? undefined, as: undefined } as Search)}
            searchable
            allowDeselect={false}
          />
          {mayManage && (
            <SegmentedControl
              aria-label="What to show"
              value={show ?? 'policies'}
              onChange={(value) =>
                change({ show: value === 'view' ? 'view' : undefined } as Search)
              }
              data={[
                { value: 'policies', label: 'Policies' },
                { value: 'view', label: 'View as' },
              ]}
              style={{ alignSelf: 'flex-start' }}
            />
          )}
          {!opened ? (
            <Skeleton height={240} />
          ) : mayManage && show === 'view' ? (
            <ViewAs
              definition={opened.data}
              as={as ?? 'role:member'}
              onChange={(other) => change({ as: other })}
            />
          ) : (
            <PolicyTable
              definition={opened.data}
              mayChange={mayManage && workspace.plan === 'enterprise'}
            />
          )}
        </Stack>
      )}
    </>
  )
}
