import { Accordion, Autocomplete, Grid, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { currencyCodes } from '../../../../shared/currency-codes.ts'
import { MOST_DOCUMENT_TYPE_CHARS, MOST_NOTES_CHARS } from '../../../../shared/limits.ts'
import { openStatuses } from '../../../../shared/obligation-states.ts'
import { useAnswer } from '../../../service/api.ts'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import {
  documentTypeWords,
  optionsOf,
  partyWords,
  priorityWords,
  typeWords,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { RecurrenceEditor } from '../recurrence/recurrence-editor.tsx'
import { type Field, type ObligationForm, ownReferences } from './obligation-form.rules.ts'
import { usualStipulations } from './stipulations.ts'

interface Choice {
  value: string | null
  onChange: (value: string | null) => void
}

interface Props {
  form: UseFormReturnType<ObligationForm>
  /** The properties of a select for a field. */
  choice: (field: Field) => Choice
  /** The id of the one being changed, which cannot be part of itself. */
  id?: number
  timeZone: string
}

const half = { base: 12, xs: 6 }
const referenceWords = {
  counterpartyId: 'Counterparty ID',
  facilityId: 'Facility ID',
  decisionId: 'Decision ID',
  submissionId: 'Submission ID',
}

/** The fields that few obligations need. */
export function MoreFields({ form, choice, id, timeZone }: Props) {
  const { values } = form
  const text = (field: Field) => form.getInputProps(field)
  return (
    <Grid gap="sm">
      <Grid.Col span={half}>
        <Select
          label="Type"
          allowDeselect={false}
          data={optionsOf(typeWords)}
          {...choice('obligationType')}
        />
      </Grid.Col>
      <Grid.Col span={half}>
        <Select
          label="Owed by"
          allowDeselect={false}
          data={optionsOf(partyWords)}
          {...choice('responsibleParty')}
        />
      </Grid.Col>
      <Grid.Col span={half}>
        <Select
          label="Priority"
          allowDeselect={false}
          data={optionsOf(priorityWords)}
          {...choice('priority')}
        />
      </Grid.Col>
      <Grid.Col span={half}>
        <Autocomplete
          label="Required document"
          placeholder="None"
          maxLength={MOST_DOCUMENT_TYPE_CHARS}
          data={usualStipulations.map(({ requiredDocumentType: type }) => type)}
          renderOption={({ option }) => documentTypeWords(option.value)}
          {...text('requiredDocumentType')}
        />
      </Grid.Col>
      <Grid.Col span={half}>
        <MoneyInput label="Amount" currency={values.currency} {...text('amountMinor')} />
      </Grid.Col>
      <Grid.Col span={half}>
        <Select
          label="Currency"
          searchable
          allowDeselect={false}
          data={currencyCodes}
          {...choice('currency')}
        />
      </Grid.Col>
      <Grid.Col span={12}>
        <Parent dealRowId={values.dealRowId} id={id} field={choice('parentObligationId')} />
      </Grid.Col>
      <Grid.Col span={12}>
        <RecurrenceEditor
          rule={values.recurrenceRule}
          first={timeOf(values.dueAt)}
          timeZone={timeZone}
          onChange={(rule) => form.setFieldValue('recurrenceRule', rule)}
        />
      </Grid.Col>
      <Grid.Col span={12}>
        <Textarea label="Description" maxLength={MOST_NOTES_CHARS} {...text('description')} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Textarea label="Notes" maxLength={MOST_NOTES_CHARS} {...text('notes')} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Accordion variant="contained" chevronPosition="left">
          <Accordion.Item value="own">
            <Accordion.Control>Advanced</Accordion.Control>
            <Accordion.Panel>
              <Grid gap="sm">
                {ownReferences.map((field) => (
                  <Grid.Col key={field} span={half}>
                    <TextInput label={referenceWords[field]} inputMode="numeric" {...text(field)} />
                  </Grid.Col>
                ))}
                <Grid.Col span={12}>
                  <Textarea
                    label="Detail"
                    description="Anything else to keep with it, as a JSON object."
                    ff="monospace"
                    {...text('detail')}
                  />
                </Grid.Col>
              </Grid>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </Grid.Col>
    </Grid>
  )
}

interface ParentProps {
  dealRowId: string
  id: number | undefined
  field: Choice
}

/** Chooses among the open obligations, only those of the deal if there is one. */
function Parent({ dealRowId, id, field }: ParentProps) {
  const { data } = useAnswer('obligations.list', {
    query: {
      status: openStatuses.join(','),
      limit: 1000,
      sort: '-id',
      ...(dealRowId ? { dealRowId } : {}),
    },
  })
  const open = (data?.data ?? []).filter((one) => one.id !== id)
  const isListed = open.some((one) => String(one.id) === field.value)
  return (
    <Select
      label="Part of"
      description={dealRowId ? 'An open obligation of the deal.' : 'An open obligation.'}
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No matching open obligation"
      data={[
        ...(field.value && !isListed
          ? [{ value: field.value, label: `Obligation ${field.value}` }]
          : []),
        ...open.map((one) => ({ value: String(one.id), label: one.title })),
      ]}
      {...field}
    />
  )
}

/** The moment of a time in the form, in the reader's time zone; undefined if it is empty. */
function timeOf(localTime: string): Date | undefined {
  const at = new Date(localTime)
  return Number.isNaN(at.getTime()) ? undefined : at
}
