import {
  Group,
  Input,
  SegmentedControl,
  Select,
  Skeleton,
  Textarea,
  TextInput,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { lazy, Suspense, useRef, useState } from 'react'
import { MOST_NAME_CHARS, MOST_SUBJECT_CHARS } from '../../../../shared/limits.ts'
import { useAnswer, useChange } from '../../../api.ts'
import type { QueryName } from '../../../queries.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { MergeFieldMenu } from './merge-field-menu.tsx'
import {
  blankForm,
  changeOf,
  formOf,
  newBodyOf,
  type Template,
  type TemplateForm,
} from './template-form.rules.ts'

const RichText = lazy(() =>
  import('../../../ui/html/rich-text.tsx').then((m) => ({ default: m.RichText })),
)

interface Props {
  /** The one to change; without it a new one is created. */
  template: Template | null
  onClose: () => void
  onSaved: (template: Template) => void
}

/** Creates a template, or edits one. */
export function TemplateDialog({ template, onClose, onSaved }: Props) {
  const form = useForm({
    initialValues: template ? formOf(template) : blankForm,
    validate: {
      name: isNotEmpty('Enter a name.'),
      definition_key: isNotEmpty('Select a page or board.'),
      content: isNotEmpty('Enter the content.'),
    },
  })
  const { medium, definition_key, content, content_html } = form.values
  const { data: definitions } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const words = useRef<HTMLTextAreaElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const insertRich = useRef<(text: string) => void>(() => {})
  // The last caret position, where a field is inserted.
  const [last, setLast] = useState<'subject' | 'content'>('content')
  const outdates: QueryName[] = [['templates']]
  const saved = {
    shown: true,
    outdates,
    onDone: ({ data }: { data: Template }) => onSaved(data),
  }
  const create = useChange('templates.create', saved)
  const update = useChange('templates.update', saved)
  const isEmail = medium === 'email'

  const insert = (field: string) => {
    if (last === 'content' && isEmail) return insertRich.current(field)
    const input = last === 'subject' ? subject.current : words.current
    const text = form.values[last]
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length]
    form.setFieldValue(last, text.slice(0, from) + field + text.slice(to))
    input?.focus()
  }
  const submit = (values: TemplateForm) => {
    if (!template) return create.mutate({ body: newBodyOf(values) })
    const body = changeOf(template, values)
    if (body) update.mutate({ params: { id: template.id }, body })
    else onClose()
  }
  return (
    <FormDialog
      title={template ? 'Edit template' : 'New template'}
      size="xl"
      form={form}
      saving={template ? update : create}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!template && (
        <>
          <SegmentedControl
            aria-label="Medium"
            data={[
              { value: 'text', label: 'Text' },
              { value: 'email', label: 'Email' },
            ]}
            {...form.getInputProps('medium')}
          />
          <Select
            label="Filled from"
            placeholder="A page or board"
            required
            searchable
            data={(definitions?.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            {...form.getInputProps('definition_key')}
            value={definition_key || null}
            onChange={(key) => form.setFieldValue('definition_key', key ?? '')}
          />
        </>
      )}
      {isEmail && (
        <TextInput
          ref={subject}
          label="Subject"
          maxLength={MOST_SUBJECT_CHARS}
          {...form.getInputProps('subject')}
          onFocus={() => setLast('subject')}
        />
      )}
      <Group justify="space-between" align="flex-end" mb={-8}>
        <Input.Label htmlFor={isEmail ? undefined : 'template-words'} required>
          Content
        </Input.Label>
        <MergeFieldMenu definitionKey={definition_key} onPick={insert} />
      </Group>
      {isEmail ? (
        <Suspense fallback={<Skeleton height={140} />}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only notes where the caret is */}
          <div onFocus={() => setLast('content')}>
            <RichText
              label="Content"
              start={{ text: content, ...(content_html ? { html: content_html } : {}) }}
              onChange={({ text, html }) =>
                form.setValues({ content: text, content_html: html ?? null })
              }
              onInserter={(put) => {
                insertRich.current = put
              }}
            />
            {form.errors.content && <Input.Error mt={4}>{form.errors.content}</Input.Error>}
          </div>
        </Suspense>
      ) : (
        <Textarea
          id="template-words"
          ref={words}
          minRows={4}
          maxRows={12}
          required
          {...form.getInputProps('content')}
          onFocus={() => setLast('content')}
        />
      )}
      <Input.Description>
        {
          '{{contact}} is the record’s Contact. {{contact|there}} falls back to “there” when it is empty. An empty field without a fallback stops the message.'
        }
      </Input.Description>
    </FormDialog>
  )
}
