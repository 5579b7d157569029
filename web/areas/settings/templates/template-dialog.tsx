import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { useHeads } from '../../../service/heads.ts'
import type { QueryName } from '../../../service/queries.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { MergeWordsFields } from '../../../ui/writing/merge-words.tsx'
import {
  blankTemplate,
  changeOf,
  filledTemplate,
  newBodyOf,
  type Template,
  type TemplateForm,
} from './template-form.rules.ts'

interface Props {
  /** The one to change; without it a new one is created. */
  template: Template | null
  onClose: () => void
  onSaved: (template: Template) => void
}

/** Creates a template, or edits one. */
export function TemplateDialog({ template, onClose, onSaved }: Props) {
  const form = useForm({
    initialValues: template ? filledTemplate(template) : blankTemplate,
    validate: {
      name: isNotEmpty('Enter a name.'),
      definition_key: isNotEmpty('Select a page or board.'),
      content: isNotEmpty('Enter the content.'),
    },
  })
  const { medium, definition_key, subject, content, content_html } = form.values
  const { heads = [] } = useHeads()
  const outdates: QueryName[] = [['templates']]
  const saved = {
    shown: true,
    outdates,
    onDoneHere: ({ data }: { data: Template }) => onSaved(data),
  }
  const create = useChange('templates.create', saved)
  const update = useChange('templates.update', saved)
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
            data={heads.map(({ key, name }) => ({ value: key, label: name }))}
            {...form.getInputProps('definition_key')}
            value={definition_key || null}
            onChange={(key) => form.setFieldValue('definition_key', key ?? '')}
          />
        </>
      )}
      <MergeWordsFields
        medium={medium}
        definitionKey={definition_key}
        label="Content"
        words={{ subject, content, content_html }}
        errors={form.errors}
        onChange={(change) => form.setValues(change)}
      />
    </FormDialog>
  )
}
