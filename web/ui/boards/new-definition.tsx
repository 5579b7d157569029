import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MOST_KEY_CHARS, MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { accepted, api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useGo } from '../links/use-go.ts'
import { toastDone } from '../toasts/toasts.tsx'
import { keyOf, templates } from './definition-templates.ts'

interface Props {
  kind: 'board' | 'page'
  onClose: () => void
}

const says = {
  board: 'A board collects rows that arrive from a web form, an integration or a file.',
  page: 'A page keeps records that people work on, such as leads or deals.',
}

const KEY = /^[a-z0-9]+([_-][a-z0-9]+)*$/

/** Creates a board or page, from a template or blank, and opens it. */
export function NewDefinitionDialog({ kind, onClose }: Props) {
  const queries = useQueryClient()
  const go = useGo()
  const form = useForm({
    initialValues: {
      name: '',
      // Made from the name until somebody types another key.
      key: null as string | null,
      template: templates[0]!.id,
    },
    validate: {
      name: isNotEmpty('Enter a name.'),
      key: (own) =>
        own && !KEY.test(own)
          ? 'Use lowercase letters and digits, with single - or _ between them.'
          : null,
    },
  })
  const key = form.values.key ?? keyOf(form.values.name)
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: ({ name, template }: typeof form.values) => {
      const { columns } = templates.find(({ id }) => id === template)!
      const body = { name: name.trim(), kind, columns, ...(key ? { key } : {}) }
      return accepted(api.definitions.create(body))
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions', 'list'] })
      toastDone(`“${data.name}” was created.`)
      onClose()
      go(paths.records(data.key))
    },
  })
  return (
    <FormDialog
      title={`New ${kind}`}
      verb={`Create ${kind}`}
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={(values) => saving.mutate(values)}
    >
      <Text size="sm" c="dimmed">
        {says[kind]}
      </Text>
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Key"
        description="Used in addresses and by integrations, so it cannot be changed later. Lowercase letters, digits, - and _."
        maxLength={MOST_KEY_CHARS}
        {...form.getInputProps('key')}
        value={key}
      />
      <Radio.Group label="Start with" {...form.getInputProps('template')}>
        <Stack gap="xs" mt={6}>
          {templates.map(({ id, label, description }) => (
            <Radio key={id} value={id} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
