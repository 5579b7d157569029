import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { SecretOverlap, USUAL_OVERLAP } from '../../../ui/forms/secret-overlap.tsx'
import type { Key } from '../board/developer.rules.ts'

interface Props {
  definitionKey: string
  of: Key
  onClose: () => void
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** Makes a new secret for a key, and asks how long the old one goes on working. */
export function NewSecretDialog({ definitionKey, of: key, onClose, onMade }: Props) {
  const form = useForm({ initialValues: { overlap: USUAL_OVERLAP } })
  const saving = useChange('definitions.rotateKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDoneHere: ({ data }) => {
      onMade(data)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Create a new secret?"
      verb="Create new secret"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ overlap }) =>
        saving.mutate({
          params: { key: definitionKey, keyId: key.id },
          body: { overlapSeconds: Number(overlap) },
        })
      }
    >
      <Text size="sm">
        The new secret of “{key.name}” is shown once. The key stays the same, with its rows and its
        receipts.
      </Text>
      <SecretOverlap {...form.getInputProps('overlap')} />
    </FormDialog>
  )
}
