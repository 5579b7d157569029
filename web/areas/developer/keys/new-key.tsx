import { Checkbox, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Data, useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Key } from '../developer.rules.ts'

interface Props {
  definitionKey: string
  onClose: () => void
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** Names a key and says what it may do. */
export function NewKeyDialog({ definitionKey, onClose, onMade }: Props) {
  const form = useForm({
    initialValues: { name: '', scopes: ['rows:write'] as Key['scopes'] },
    validate: {
      name: isNotEmpty('Enter a name.'),
      scopes: isNotEmpty('Choose at least one.'),
    },
  })
  const saving = useChange('definitions.createKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDone: ({ data }) => {
      onMade(data)
      toastDone(`The key “${data.name}” works from now on.`)
      onClose()
    },
  })
  const isWrong = form.errors.scopes !== undefined
  return (
    <FormDialog
      title="New key"
      verb="Make the key"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ name, scopes }) =>
        saving.mutate({ params: { key: definitionKey }, body: { name: name.trim(), scopes } })
      }
    >
      <TextInput
        label="Name"
        description="Who or what will use it, such as “Web form”."
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="What it may do" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          <Checkbox
            value="rows:write"
            label="Write rows"
            description="Add rows. This is all that a web form needs: the key cannot read anything back."
            aria-invalid={isWrong}
          />
          <Checkbox
            value="read"
            label="Read"
            description="Read the columns, the rows and the write guide."
            aria-invalid={isWrong}
          />
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
