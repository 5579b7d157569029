import {
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import {
  MOST_FORM_NOTIFIED,
  MOST_FORM_ORIGINS,
  MOST_FORM_ROWS,
  MOST_FORM_TEXT_CHARS,
  MOST_FORM_TITLE_CHARS,
  MOST_NAME_CHARS,
  MOST_URL_CHARS,
} from '../../../../shared/limits.ts'
import { useAnswer } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Definition } from '../board/developer.rules.ts'
import type { Column, FormDraft } from './form-draft.rules.ts'
import { FormQuestions } from './form-questions.tsx'

interface Props {
  form: UseFormReturnType<FormDraft>
  definition: Definition
  askable: readonly Column[]
  /** What the desk calls a form with this title, until somebody chooses a name. */
  nameFor?: ((title: string) => string) | undefined
}

/** Everything about a form that somebody can change. */
export function FormFields({ form, definition, askable, nameFor }: Props) {
  const { seats } = usePeople()
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const { after, title, name } = form.values
  const titleProps = form.getInputProps('title')
  const changeTitle = (event: ChangeEvent<HTMLInputElement>) => {
    titleProps.onChange(event)
    if (nameFor && name === nameFor(title)) {
      form.setFieldValue('name', nameFor(event.currentTarget.value))
    }
  }
  return (
    <>
      <Section title="Title and introduction">
        <TextInput
          label="Title"
          required
          maxLength={MOST_FORM_TITLE_CHARS}
          {...titleProps}
          onChange={changeTitle}
        />
        <GrowingTextarea
          label="Introduction"
          description="What it is for, and what people need to have ready."
          minRows={2}
          maxLength={MOST_FORM_TEXT_CHARS}
          {...form.getInputProps('intro')}
        />
      </Section>
      <Section title="Questions">
        <FormQuestions
          definition={definition}
          questions={form.values.columns}
          columns={definition.columns}
          askable={askable}
          error={form.errors.columns}
          onChange={(columns) => {
            form.setFieldValue('columns', columns)
            form.clearFieldError('columns')
          }}
        />
      </Section>
      <Section title="After sending">
        <SegmentedControl
          aria-label="After sending"
          w="fit-content"
          value={after}
          onChange={(next) => form.setFieldValue('after', next as FormDraft['after'])}
          data={[
            { value: 'thanks', label: 'Say thank you' },
            { value: 'page', label: 'Open another page' },
          ]}
        />
        {after === 'thanks' ? (
          <GrowingTextarea
            label="Thank you"
            placeholder="We have received what you sent."
            minRows={2}
            maxLength={MOST_FORM_TEXT_CHARS}
            {...form.getInputProps('thanks')}
          />
        ) : (
          <TextInput
            label="Page"
            type="url"
            required
            placeholder="https://www.example.com/thank-you"
            maxLength={MOST_URL_CHARS}
            {...form.getInputProps('redirectUrl')}
          />
        )}
      </Section>
      <Section title="Settings">
        <Stack gap="md">
          <TextInput
            label="Name"
            description="What your desk calls the form. People who fill it in do not see it."
            required
            maxLength={MOST_NAME_CHARS}
            {...form.getInputProps('name')}
          />
          <MultiSelect
            label="People to notify"
            description={
              workspace && !workspace.data.emailsInvitations
                ? 'Email is not set up, so nobody gets a notice yet. Ask whoever runs this server.'
                : 'They get an email about new rows.'
            }
            placeholder={form.values.notify.length === 0 ? 'Nobody' : ''}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Notify nobody' }}
            maxValues={MOST_FORM_NOTIFIED}
            data={seats.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
            {...form.getInputProps('notify')}
          />
          <DateField
            label="Closes"
            description="After this time, nobody can send the form."
            withTime
            {...form.getInputProps('closesAt')}
          />
          <NumberInput
            label="Maximum rows per day"
            placeholder="No limit"
            min={1}
            max={MOST_FORM_ROWS}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('limitPerDay')}
          />
          <TagsInput
            label="Websites that may show it"
            description="Such as https://www.example.com. Press Enter after each."
            placeholder={form.values.origins.length === 0 ? 'None' : ''}
            maxTags={MOST_FORM_ORIGINS}
            acceptValueOnBlur
            {...form.getInputProps('origins')}
          />
          <Switch
            label="People can finish later"
            description={
              <Text span inherit>
                They get a link to what they have typed, which works for 7 days.
              </Text>
            }
            {...form.getInputProps('drafts', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
    </>
  )
}
