import { Button, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { usePeople } from '../../../service/session.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { IconChevronDown, IconChevronRight } from '../../../ui/icons/icons.ts'
import { withInitials } from '../../../ui/values/person-name.tsx'
import { assignable } from '../obligation/obligation.rules.ts'
import { DealOrRecord } from './deal-or-record.tsx'
import { MoreFields } from './more-fields.tsx'
import type { Field, ObligationForm } from './obligation-form.rules.ts'

interface Props {
  form: UseFormReturnType<ObligationForm>
  /** The id of the one being changed, which cannot be part of itself. */
  id?: number
  timeZone: string
}

/** The fields that are always shown; the others are below, under More. */
const main: Field[] = ['title', 'dealRowId', 'dueAt', 'slaHours', 'assignedToUserId']

/** Every field of an obligation that can change while it is open. */
export function ObligationFields({ form, id, timeZone }: Props) {
  const { seats } = usePeople()
  const { values, errors } = form
  const isRefused = Object.keys(errors).some((field) => !main.includes(field as Field))
  const [isOpen, setOpen] = useState(id !== undefined)
  const isShown = isOpen || isRefused
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  // An empty choice is an empty text.
  const choice = (field: Field) => ({
    ...form.getInputProps(field),
    value: values[field] || null,
    onChange: (value: string | null) => form.setFieldValue(field, value ?? ''),
  })
  return (
    <Stack gap="sm">
      <TextInput
        label="Title"
        required
        maxLength={MOST_TITLE_CHARS}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <DealOrRecord {...choice('dealRowId')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Stack gap={6}>
          {values.dueBy === 'date' ? (
            <DateField label="Due" withTime {...form.getInputProps('dueAt')} />
          ) : (
            <TextInput
              label="Due within"
              inputMode="numeric"
              placeholder="48"
              description="Hours after creation."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('slaHours')}
            />
          )}
          <SegmentedControl<ObligationForm['dueBy']>
            size="xs"
            aria-label="Due on a date or within hours"
            data={[
              { value: 'date', label: 'On a date' },
              { value: 'hours', label: 'Within hours' },
            ]}
            value={values.dueBy}
            onChange={(dueBy) => form.setFieldValue('dueBy', dueBy)}
          />
        </Stack>
        <Select
          label="Assigned to"
          placeholder="Nobody"
          clearable
          searchable
          data={assignable(seats, values.assignedToUserId)}
          {...choice('assignedToUserId')}
          {...withInitials(values.assignedToUserId || null)}
        />
      </SimpleGrid>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={isShown}
          onClick={() => setOpen(!isShown)}
        >
          More
        </Button>
      </div>
      {isShown && (
        <MoreFields
          form={form}
          choice={choice}
          timeZone={timeZone}
          {...(id === undefined ? {} : { id })}
        />
      )}
    </Stack>
  )
}
