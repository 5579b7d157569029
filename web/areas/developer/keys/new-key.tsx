import { Checkbox, Stack } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { type Data, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Key } from '../board/developer.rules.ts'
import { expiryOf, KeyLimits, KeyName, originsOf } from './key-fields.tsx'

interface Props {
  definitionKey: string
  onClose: () => void
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** Names a key and sets what it may do. */
export function NewKeyDialog({ definitionKey, onClose, onMade }: Props) {
  const form = useForm({
    initialValues: {
      name: '',
      scopes: ['rows:write'] as Key['scopes'],
      expiresAt: '',
      origins: [] as string[],
    },
    validate: {
      name: isNotEmpty('Enter a name.'),
      scopes: isNotEmpty('Select at least one.'),
    },
  })
  const saving = useChange('definitions.createKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDoneHere: ({ data }) => {
      onMade(data)
      onClose()
    },
  })
  const isWrong = form.errors.scopes !== undefined
  return (
    <FormDialog
      title="New key"
      verb="Create key"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ name, scopes, expiresAt, origins }) =>
        saving.mutate({
          params: { key: definitionKey },
          body: {
            name: name.trim(),
            scopes,
            expiresAt: expiryOf(expiresAt),
            origins: originsOf(origins),
          },
        })
      }
    >
      <KeyName {...form.getInputProps('name')} />
      <Checkbox.Group label="Permissions" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          <Checkbox
            value="rows:write"
            label="Write rows"
            description="Add rows. A web form needs nothing else: the key can’t read anything back."
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
      <KeyLimits
        expiresAt={form.getInputProps('expiresAt')}
        origins={form.getInputProps('origins')}
      />
    </FormDialog>
  )
}
