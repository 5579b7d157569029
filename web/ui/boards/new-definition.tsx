import { Radio, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MOST_KEY_CHARS, MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { paths } from '../../paths.ts'
import { accepted, api } from '../../service/api.ts'
import { useOnce } from '../../service/once-reached.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Advanced } from '../layout/advanced.tsx'
import { useGo } from '../links/use-go.ts'
import { keyOf, templates } from './definition-templates.ts'

type Kind = 'board' | 'page'

interface Props {
  /** The choice at first. */
  kind: Kind
  onClose: () => void
}

const kinds = {
  page: { label: 'Page', description: 'Records that the desk works on, such as leads or deals.' },
  board: {
    label: 'Board',
    description: 'Rows that arrive from a web form, an integration or a file.',
  },
}

const KEY = /^[a-z0-9]+([_-][a-z0-9]+)*$/

/** Creates a board or page, from a template or blank, and opens it. */
export function NewDefinitionDialog({ kind: chosen, onClose }: Props) {
  const queries = useQueryClient()
  const once = useOnce()
  const go = useGo()
  const form = useForm({
    initialValues: {
      kind: chosen,
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
  const { kind } = form.values
  const key = form.values.key ?? keyOf(form.values.name)
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: ({ kind, name, template }: typeof form.values) => {
      const { columns } = templates.find(({ id }) => id === template)!
      const body = { name: name.trim(), kind, columns, ...(key ? { key } : {}) }
      return accepted(once((how) => api.definitions.create(body, how)))
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions', 'list'] })
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
      <Radio.Group label="Kind" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt={6}>
          {Object.entries(kinds).map(([value, words]) => (
            <Radio key={value} value={value} {...words} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label="Start with" {...form.getInputProps('template')}>
        <Stack gap="xs" mt={6}>
          {templates.map(({ id, label, description }) => (
            <Radio key={id} value={id} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Advanced isOpen={form.errors.key !== undefined}>
        <TextInput
          label="Key"
          description="Used in addresses and by integrations, so it cannot be changed later. Lowercase letters, digits, - and _."
          maxLength={MOST_KEY_CHARS}
          {...form.getInputProps('key')}
          value={key}
        />
      </Advanced>
    </FormDialog>
  )
}
