import { Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Key } from '../developer.rules.ts'

interface Props {
  definitionKey: string
  of: Key
  onClose: () => void
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** When the old secret ends, by how many seconds that is from now. */
const overlaps = { 0: 'At once', 3600: 'In an hour', 86400: 'In 24 hours' }

/** Makes a new secret for a key, and asks how long the old one goes on working. */
export function NewSecretDialog({ definitionKey, of: key, onClose, onMade }: Props) {
  const form = useForm({ initialValues: { overlap: '86400' } })
  const saving = useChange('definitions.rotateKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDone: ({ data }) => {
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
      <Radio.Group
        label="The old secret stops working"
        description="If somebody else may have it, choose “At once”."
        {...form.getInputProps('overlap')}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(overlaps).map(([seconds, label]) => (
            <Radio key={seconds} value={seconds} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
