import { Box, Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { countryName } from '../../../../shared/country-words.ts'
import { MOST_DESCRIPTION_CHARS, MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { countryOptions, currencyOptions, timeZones } from '../../../ui/forms/locales.rules.ts'
import { LookField } from '../../../ui/forms/look-field.tsx'
import { useLatest } from '../../../ui/forms/use-latest.ts'
import { FactList } from '../../../ui/layout/fact-list.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { DeleteSection } from './delete-section.tsx'
import { definitionChanges, generalOf } from './general.rules.ts'

interface Props {
  definition: Definition
}

/** The name of a board or page, and the country, time zone and currency that decide how values are read. */
export function GeneralTab({ definition }: Props) {
  const isAdmin = useMay('admin')
  return (
    <Stack>
      {isAdmin ? (
        <>
          <GeneralForm key={definition.id} definition={definition} />
          <DeleteSection definition={definition} />
        </>
      ) : (
        <GeneralFacts definition={definition} />
      )}
    </Stack>
  )
}

/** The same facts, for people who may not change them. */
function GeneralFacts({ definition: { name, description, settings } }: Props) {
  return (
    <Section title="General" description="Only admins and owners can change these.">
      <FactList
        facts={[
          ['Name', name],
          ...(description ? [['Description', description] as const] : []),
          ['Country', countryName(settings.region)],
          ['Time zone', settings.timeZone],
          ['Currency', settings.currency],
        ]}
      />
    </Section>
  )
}

const toastSaved = () => toastDone('Saved.')

function GeneralForm({ definition }: Props) {
  const { key } = definition
  const latest = generalOf(definition)
  const form = useForm({
    initialValues: latest,
    validate: { name: isNotEmpty('Enter a name.') },
  })
  useLatest(form, latest)
  const saving = useChange('definitions.update', {
    shown: true,
    outdates: [
      ['definitions', 'get'],
      ['definitions', 'list'],
    ],
    onDone: toastSaved,
  })
  return (
    <Section
      title="General"
      description={`Key: ${key}. Integrations and links use it, so it can’t change.`}
    >
      <Box maw={560}>
        <Form
          form={form}
          saving={saving}
          onSubmit={(typed) => {
            const body = definitionChanges(typed, latest)
            if (Object.keys(body).length === 0) toastSaved()
            else saving.mutate({ params: { key }, body })
          }}
          buttons={
            <Group>
              <Button type="submit" loading={saving.isPending}>
                Save
              </Button>
            </Group>
          }
        >
          <TextInput
            label="Name"
            required
            maxLength={MOST_NAME_CHARS}
            {...form.getInputProps('name')}
          />
          <LookField
            icon={form.values.icon}
            color={form.values.color}
            onIcon={(icon) => form.setFieldValue('icon', icon)}
            onColor={(color) => form.setFieldValue('color', color)}
          />
          <Textarea
            label="Description"
            maxLength={MOST_DESCRIPTION_CHARS}
            {...form.getInputProps('description')}
          />
          <Select
            label="Country"
            description="Phone numbers without a country code, and the order of day and month in 11/12. Existing values don’t change."
            data={countryOptions()}
            searchable
            allowDeselect={false}
            {...form.getInputProps('region')}
          />
          <Select
            label="Time zone"
            description="Times without a zone."
            data={timeZones(latest.timeZone)}
            searchable
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
          <Select
            label="Currency"
            description="New currency columns."
            data={currencyOptions()}
            searchable
            allowDeselect={false}
            {...form.getInputProps('currency')}
          />
        </Form>
      </Box>
    </Section>
  )
}
