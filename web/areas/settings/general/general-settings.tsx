import {
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMemo } from 'react'
import { countryName } from '../../../../shared/country-words.ts'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Data, useAnswer, useChange } from '../../../service/api.ts'
import { useMay, usePeople } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { countryOptions, currencyOptions, timeZones } from '../../../ui/forms/locales.rules.ts'
import { useLatest } from '../../../ui/forms/use-latest.ts'
import { Advanced } from '../../../ui/layout/advanced.tsx'
import { FactList } from '../../../ui/layout/fact-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { MoneyNotice } from '../../../ui/money/money-notice.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { generalOf, workspaceChanges } from './general.rules.ts'
import { MoneyVisibilityFields, moneyVisibilities } from './money-visibility.tsx'

export function GeneralSettings() {
  const { data, error, refetch } = useAnswer('workspace.getWorkspace', {})
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  return (
    <>
      <PageHeader title="General" />
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={280} />}
      {data && (
        <>
          {mayChange ? <WorkspaceForm workspace={data.data} /> : <Defaults workspace={data.data} />}
          <Facts workspace={data.data} />
          {isOwner && <DeleteWorkspace name={data.data.name} />}
        </>
      )}
    </>
  )
}

type Workspace = Data<'workspace.getWorkspace'>

const toastSaved = () => toastDone('Saved.')

function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const { seats } = usePeople()
  const lists = useMemo(() => ({ countries: countryOptions(), currencies: currencyOptions() }), [])
  const zones = useMemo(() => timeZones(workspace.timeZone), [workspace.timeZone])
  const latest = generalOf(workspace)
  const form = useForm({
    initialValues: latest,
    validate: { name: isNotEmpty('Enter a name.') },
  })
  useLatest(form, latest)
  const update = useChange('workspace.updateWorkspace', {
    outdates: [['workspace'], ['auth', 'getSession']],
    shown: true,
    onDone: toastSaved,
  })
  const active = seats.filter(({ status }) => status === 'active')
  return (
    <Form
      form={form}
      saving={update}
      onSubmit={(typed) => {
        const body = workspaceChanges(typed, latest)
        if (Object.keys(body).length === 0) toastSaved()
        else update.mutate({ body })
      }}
      buttons={
        <Group>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Group>
      }
    >
      <Fieldset legend="Workspace">
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={MOST_NAME_CHARS}
            {...form.getInputProps('name')}
          />
          <Select
            label="Escalate late obligations to"
            description="By default a manager, or an owner if there is none."
            placeholder="Default"
            data={active.map(({ crmUserId, name }) => ({
              value: String(crmUserId),
              label: name,
            }))}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Use the default' }}
            {...form.getInputProps('escalationUserId')}
          />
        </Stack>
      </Fieldset>
      <MoneyNotice besideChoice />
      <MoneyVisibilityFields {...form.getInputProps('moneyVisibleTo')} />
      <Fieldset legend="New boards and pages">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label="Default country"
            description="Phone numbers and dates"
            data={lists.countries}
            searchable
            allowDeselect={false}
            {...form.getInputProps('region')}
          />
          <Select
            label="Default time zone"
            description="Times without a zone"
            data={zones}
            searchable
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
          <Select
            label="Default currency"
            description="Amounts without a currency"
            data={lists.currencies}
            searchable
            allowDeselect={false}
            {...form.getInputProps('currency')}
          />
        </SimpleGrid>
      </Fieldset>
    </Form>
  )
}

/** The same facts, for people who may not change them. */
function Defaults({ workspace }: { workspace: Workspace }) {
  const { nameOf } = usePeople()
  const { name, region, timeZone, currency, escalationUserId, moneyVisibleTo } = workspace
  return (
    <Fieldset legend="Workspace">
      <Stack>
        <FactList
          facts={[
            ['Name', name],
            ['Late obligations escalate to', nameOf(escalationUserId) || 'A manager, or an owner'],
            ['Who sees commissions', moneyVisibilities[moneyVisibleTo].label],
            ['Default country', countryName(region)],
            ['Default time zone', timeZone],
            ['Default currency', currency],
          ]}
        />
        <Text size="sm" c="dimmed">
          Admins and owners can change these.
        </Text>
      </Stack>
    </Fieldset>
  )
}

function Facts({ workspace }: { workspace: Workspace }) {
  return (
    <Advanced>
      <Stack gap="sm" mt="xs">
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            Workspace ID
          </Text>
          <CopyField value={workspace.id} label="workspace ID" />
        </Stack>
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            Short name
          </Text>
          <CopyField value={workspace.slug} label="short name" />
        </Stack>
        <Text size="sm" c="dimmed">
          Created <Time at={workspace.createdAt} as="day" />. Whoever runs this service sets the
          plan.
        </Text>
      </Stack>
    </Advanced>
  )
}
