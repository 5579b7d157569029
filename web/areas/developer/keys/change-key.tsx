import { isNotEmpty, useForm } from '@mantine/form'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { localTime } from '../../../ui/values/days.rules.ts'
import type { Key } from '../board/developer.rules.ts'
import { expiryOf, KeyLimits, KeyName, originsOf } from './key-fields.tsx'

interface Props {
  definitionKey: string
  of: Key
  onClose: () => void
}

/** Renames a key, or changes until when and where it works. */
export function ChangeKeyDialog({ definitionKey, of: key, onClose }: Props) {
  const form = useForm({
    initialValues: {
      name: key.name,
      expiresAt: key.expiresAt === null ? '' : localTime(key.expiresAt),
      origins: key.origins ?? [],
    },
    validate: { name: isNotEmpty('Enter a name.') },
  })
  const saving = useChange('definitions.updateKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title="Change key"
      verb="Save"
      form={form}
      saving={saving}
      onClose={onClose}
      // What nobody touched is left out: a key may end in the middle of a minute, or work on no website at all.
      onSubmit={({ name, expiresAt, origins }) =>
        saving.mutate({
          params: { key: definitionKey, keyId: key.id },
          body: {
            name: name.trim(),
            ...(form.isDirty('expiresAt') && { expiresAt: expiryOf(expiresAt) }),
            ...(form.isDirty('origins') && { origins: originsOf(origins) }),
          },
        })
      }
    >
      <KeyName {...form.getInputProps('name')} />
      <KeyLimits
        expiresAt={form.getInputProps('expiresAt')}
        origins={form.getInputProps('origins')}
      />
    </FormDialog>
  )
}
