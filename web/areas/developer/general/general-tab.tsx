import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { countries, currencies, timeZones } from '../../../ui/locales.rules.ts'
import { Section } from '../../../ui/section.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import type { Definition } from '../developer.rules.ts'
import { DeleteSection } from './delete-section.tsx'

interface Props {
  definition: Definition
}

/** What a board or page is called, and by which country, clock and currency it reads what is sent to it. */
export function GeneralTab({ definition }: Props) {
  const isAdmin = useMay('admin')
  return (
    <Stack>
      {isAdmin ? (
        <>
          <GeneralForm key={definition.updatedAt} definition={definition} />
          <DeleteSection definition={definition} />
        </>
      ) : (
        <GeneralFacts definition={definition} />
      )}
    </Stack>
  )
}

/** The same, for who may not change it. */
function GeneralFacts({ definition: { name, key, description, settings } }: Props) {
  return (
    <Section title="General" description="An admin or owner of the workspace changes these.">
      <FactList
        facts={[
          ['Name', name],
          ['Key', key],
          ...(description ? [['Description', description] as const] : []),
          ['Country', settings.region],
          ['Time zone', settings.timeZone],
          ['Currency', settings.currency],
        ]}
      />
    </Section>
  )
}

function GeneralForm({ definition }: Props) {
  const { key, kind } = definition
  const [name, setName] = useState(definition.name)
  const [description, setDescription] = useState(definition.description)
  const [settings, setSettings] = useState(definition.settings)
  const set = (part: Partial<Definition['settings']>) => setSettings({ ...settings, ...part })
  const update = useChange('definitions.update', {
    shown: true,
    outdates: [
      ['definitions', 'get'],
      ['definitions', 'list'],
    ],
    onDone: () => toastDone('Saved.'),
  })
  const isChanged =
    name.trim() !== definition.name ||
    description !== definition.description ||
    (['region', 'timeZone', 'currency'] as const).some(
      (part) => settings[part] !== definition.settings[part],
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ params: { key }, body: { name: name.trim(), description, settings } })
  }
  return (
    <Section
      title="General"
      description={`Its key is ${key}: programs and addresses know it by that, so it stays.`}
    >
      <form onSubmit={submit}>
        <Stack maw={560}>
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label="Description"
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Select
            label="Country"
            description={`Phone numbers without a country are of here, and 11/12/2026 is read as people here write it. What is on the ${kind} stays as it is.`}
            data={countries()}
            searchable
            allowDeselect={false}
            value={settings.region}
            onChange={(region) => region && set({ region })}
          />
          <Select
            label="Time zone"
            description="Times that come without one are of here."
            data={timeZones(settings.timeZone)}
            searchable
            allowDeselect={false}
            value={settings.timeZone}
            onChange={(timeZone) => timeZone && set({ timeZone })}
          />
          <Select
            label="Currency"
            description="Of new currency columns."
            data={currencies()}
            searchable
            allowDeselect={false}
            value={settings.currency}
            onChange={(currency) => currency && set({ currency })}
          />
          {update.error ? <FailureAlert error={update.error} /> : null}
          <Group>
            <Button
              type="submit"
              loading={update.isPending}
              disabled={name.trim() === '' || !isChanged}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
