import { Alert, Code, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type MisfitRule, misfitRules } from '../../../../shared/hooks.ts'
import { useAnswer, useChange } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { momentText } from '../../../ui/values/time.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { FieldList } from './field-list.tsx'
import {
  type Hook,
  type Mapping,
  mappedFields,
  mappingOf,
  type Sample,
  unfilled,
  valuesToMap,
} from './mapping.rules.ts'
import { RowPreview } from './row-preview.tsx'

interface Props {
  definition: Definition
  of: Hook
  onClose: () => void
}

/** Chooses which values of what a service sends go to which columns. */
export function MappingDialog({ definition, of: hook, onClose }: Props) {
  const params = { key: definition.key, hookId: hook.id }
  const { data, error, refetch } = useAnswer('definitions.listHookSamples', { params })
  if (data) {
    return (
      <Mapper
        // The first sample brings guesses.
        key={data.data.length === 0 ? 'empty' : 'sampled'}
        definition={definition}
        hook={hook}
        samples={data.data}
        onClose={onClose}
      />
    )
  }
  return error ? <FailureAlert error={error} onRetry={refetch} /> : null
}

interface MapperProps {
  definition: Definition
  hook: Hook
  samples: readonly Sample[]
  onClose: () => void
}

interface Draft {
  mapping: Mapping
  misfits: MisfitRule
  eventPath: string | null
}

function Mapper({ definition, hook, samples, onClose }: MapperProps) {
  const { key, columns, kind } = definition
  const [chosen, setChosen] = useState<string>()
  const sample = samples.find(({ id }) => id === chosen) ?? samples[0]
  const form = useForm<Draft>({
    initialValues: {
      mapping: mappingOf(hook, samples[0]),
      misfits: hook.misfits,
      eventPath: hook.eventPath,
    },
    validate: {
      mapping: (mapping) =>
        Object.keys(mapping).length === 0 ? 'Choose a column for at least one value.' : null,
    },
  })
  const { mapping, misfits } = form.values
  const saving = useChange('definitions.updateHook', {
    shown: true,
    outdates: [['definitions', 'listHooks']],
    onDoneHere: onClose,
  })
  const missing = unfilled(columns, mapping)
  const choices = valuesToMap(sample, mapping)
  return (
    <FormDialog
      title={`Columns that “${hook.name}” fills`}
      verb="Save"
      size="xl"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ mapping, misfits, eventPath }) =>
        saving.mutate({
          params: { key, hookId: hook.id },
          body: { fields: mappedFields(mapping), misfits, eventPath },
        })
      }
    >
      {samples.length === 0 && (
        <Alert title="Waiting for the first webhook">
          <Stack gap="xs">
            <Text size="sm">
              Have the service send one to this address, such as its test event. Its values appear
              here as soon as it comes, and you choose a column for each.
            </Text>
            {hook.url && <CopyField value={hook.url} label="the URL" />}
          </Stack>
        </Alert>
      )}
      {samples.length > 1 && (
        <NativeSelect
          label="Sample"
          description="The last webhooks that came."
          data={samples.map(({ id, receivedAt }) => ({ value: id, label: momentText(receivedAt) }))}
          value={sample?.id ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {choices.length > 0 && (
        <FieldList
          columns={columns}
          choices={choices}
          sample={sample}
          mapping={mapping}
          error={form.errors.mapping}
          onChange={(next) => form.setFieldValue('mapping', next)}
        />
      )}
      {missing.length > 0 && choices.length > 0 && (
        <Alert color="yellow" title="A required column gets nothing">
          Every row of this {kind} should have{' '}
          {missing.map(({ name }) => `“${name}”`).join(' and ')}. Rows that come through this hook
          will not.
        </Alert>
      )}
      {sample && (
        <RowPreview
          // A result is about one mapping only.
          key={JSON.stringify([sample.id, mapping, misfits])}
          definition={definition}
          hookId={hook.id}
          body={{ sampleId: sample.id, fields: mappedFields(mapping), misfits }}
        />
      )}
      {choices.length > 0 && (
        <>
          <Select
            label="A value that its column does not take"
            description="A required or unique column always refuses the row."
            data={misfitRules.map((rule) => ({ value: rule, label: ruleNames[rule] }))}
            allowDeselect={false}
            {...form.getInputProps('misfits')}
          />
          <TextInput
            label="Where the event’s id is"
            description={
              <>
                A path such as <Code>event.id</Code>: an event that arrives again makes no second
                row. Leave it empty for Typeform, Calendly, Stripe, Tally and Jotform.
              </>
            }
            {...form.getInputProps('eventPath')}
            value={form.values.eventPath ?? ''}
            onChange={(event) => form.setFieldValue('eventPath', event.currentTarget.value || null)}
          />
        </>
      )}
    </FormDialog>
  )
}

const ruleNames: Record<MisfitRule, string> = {
  leave_empty: 'leaves its cell empty',
  refuse: 'refuses the row',
}
