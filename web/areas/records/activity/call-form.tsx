import { Button, Checkbox, Group, NumberInput, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_NOTES_CHARS } from '../../../../shared/limits.ts'
import { dialled } from '../../../../shared/phone-extension.ts'
import { type Body, useChange } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { IconPhone } from '../../../ui/icons/icons.ts'
import type { Address } from '../../../ui/records/addresses.rules.ts'
import { useDrafts } from '../../../ui/writing/drafts.ts'
import { AddressSelect } from './address-select.tsx'

type Result = NonNullable<Body<'conversations.logCall'>['result']>

const results: { value: Result; label: string }[] = [
  { value: 'completed', label: 'Answered' },
  { value: 'no-answer', label: 'No answer' },
  { value: 'voicemail', label: 'Voicemail' },
  { value: 'busy', label: 'Busy' },
  { value: 'failed', label: 'Wrong number' },
]

interface Props {
  definitionKey: string
  rowId: string
  numbers: readonly Address[]
  number: string
  onNumber: (number: string) => void
  onDone: () => void
}

/** Dials a number, and logs what came of the call. */
export function CallForm({ definitionKey, rowId, numbers, number, onNumber, onDone }: Props) {
  const draft = `call ${rowId}`
  const { draftOf, keepDraft, sendOnce } = useDrafts()
  const form = useForm({
    initialValues: {
      result: 'completed' as Result,
      minutes: '' as number | string,
      notes: draftOf(draft).words.text,
      isInbound: false,
    },
  })
  const keep = (notes: string) => {
    form.setFieldValue('notes', notes)
    keepDraft(draft, { words: { text: notes }, subject: '' })
  }
  const log = useChange('conversations.logCall', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDone: () => {
      keep('')
      onDone()
    },
  })
  return (
    <Form
      form={form}
      saving={log}
      label="Log a call"
      takesFocus={false}
      gap="xs"
      names={{ content: 'notes', duration_seconds: 'minutes' }}
      refusal={(error) => <FailureAlert title="Not logged" error={error} />}
      onSubmit={({ result, minutes, notes, isInbound }) => {
        const body: Body<'conversations.logCall'> = {
          number,
          result,
          direction: isInbound ? 'inbound' : 'outbound',
          definition_key: definitionKey,
          row_id: rowId,
          ...(notes.trim() === '' ? {} : { content: notes.trim() }),
          ...(typeof minutes === 'number' ? { duration_seconds: Math.round(minutes * 60) } : {}),
        }
        // Why it is refused is shown in the form.
        sendOnce(draft, log.mutateAsync, { body }).catch(() => {})
      }}
      buttons={
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label="They called us"
            {...form.getInputProps('isInbound', { type: 'checkbox' })}
          />
          <Button type="submit" size="compact-md" loading={log.isPending}>
            Log call
          </Button>
        </Group>
      }
    >
      <Group gap="xs" wrap="nowrap">
        <AddressSelect label="Number" addresses={numbers} value={number} onChange={onNumber} />
        <Button
          component="a"
          href={`tel:${dialled(number)}`}
          size="xs"
          variant="default"
          leftSection={<IconPhone size={14} aria-hidden />}
        >
          Dial
        </Button>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label="Outcome"
          size="xs"
          flex={1}
          allowDeselect={false}
          data={results}
          {...form.getInputProps('result')}
        />
        <NumberInput
          aria-label="Minutes"
          placeholder="Minutes"
          size="xs"
          w={96}
          min={0}
          max={1440}
          {...form.getInputProps('minutes')}
        />
      </Group>
      <GrowingTextarea
        aria-label="Notes"
        placeholder="What was said"
        minRows={2}
        maxRows={8}
        maxLength={MOST_NOTES_CHARS}
        {...form.getInputProps('notes')}
        onChange={(event) => keep(event.currentTarget.value)}
      />
    </Form>
  )
}
