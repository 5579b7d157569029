import { ActionIcon, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useAnswer } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconArrowLeft, IconForms, IconPlus } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { Arrivals } from '../board/arrivals.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { FormActions } from './form-actions.tsx'
import { isAskable } from './form-draft.rules.ts'
import { FormList, OpenBadge } from './form-list.tsx'
import { ShareSection } from './share-section.tsx'

const load = () => import('./form-editor.tsx')
const FormEditor = lazy(() => load().then((m) => ({ default: m.FormEditor })))
const NewForm = lazy(() => load().then((m) => ({ default: m.NewForm })))

/** The forms of a board or page, or one of them to change. */
export function FormsTab({ definition }: { definition: Definition }) {
  const { key, columns } = definition
  const isAdmin = useMay('admin')
  const [{ form: opened }, change] = useSearchState<{ form?: string | undefined }>()
  const { data, error, refetch } = useAnswer('definitions.listForms', {
    params: { key },
    query: { limit: 1000 },
  })
  const policies = useAnswer(
    'policies.list',
    { params: { key }, query: { limit: 1000 } },
    { enabled: isAdmin },
  )
  const open = (id: string | undefined) => change({ form: id }, { push: true })
  if (error) return <FailureAlert error={error} onRetry={refetch} />
  if (policies.error) return <FailureAlert error={policies.error} onRetry={policies.refetch} />
  const forms = data?.data
  if (!forms || (isAdmin && !policies.data)) return <Skeleton height={240} aria-busy />
  const locked = new Set(
    policies.data?.data
      .filter(({ editableBy }) => editableBy.mode === 'nobody')
      .map(({ columnId }) => columnId),
  )
  const askable = columns.filter((column) => isAskable(column, locked))
  const form = forms.find(({ id }) => id === opened)
  if (form) {
    return (
      <Stack>
        <Group justify="space-between" gap="sm">
          <Group gap="sm" miw={0}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="All forms"
              onClick={() => open(undefined)}
            >
              <IconArrowLeft size={18} aria-hidden />
            </ActionIcon>
            <Title order={2}>{form.name}</Title>
            <OpenBadge of={form} />
          </Group>
          {isAdmin && (
            <FormActions definition={definition} of={form} onGone={() => open(undefined)} />
          )}
        </Group>
        <Stack gap={0}>
          <Arrivals definition={definition} />
          {isAdmin ? (
            <Suspense fallback={<Skeleton height={480} aria-busy />}>
              <FormEditor key={form.id} definition={definition} askable={askable} of={form} />
            </Suspense>
          ) : (
            <ShareSection definitionKey={key} of={form} mayChange={false} />
          )}
        </Stack>
      </Stack>
    )
  }
  if (opened === 'new' && isAdmin) {
    return (
      <Stack>
        <Title order={2}>New form</Title>
        <Suspense fallback={<Skeleton height={480} aria-busy />}>
          <NewForm
            definition={definition}
            askable={askable}
            taken={forms.map(({ name }) => name)}
            onMade={({ id }) => change({ form: id })}
            onCancel={() => open(undefined)}
          />
        </Suspense>
      </Stack>
    )
  }
  const make = isAdmin && askable.length > 0 && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      w="fit-content"
      onClick={() => open('new')}
    >
      New form
    </Button>
  )
  if (forms.length === 0) {
    return (
      <EmptyState icon={IconForms} title="No forms yet" action={make}>
        {isAdmin
          ? columns.length === 0
            ? 'A form asks for the values of columns, and there are none yet. Add some first, in the Columns tab.'
            : 'A form is a page with a link of its own. Send the link to applicants or put it on your website: what they send, with their files, becomes a row here at once. It needs no key and no website.'
          : 'Admins and owners of the workspace can create forms, which anybody with the link can fill in.'}
      </EmptyState>
    )
  }
  return (
    <Stack>
      {make}
      <FormList forms={forms} definition={definition} />
    </Stack>
  )
}
