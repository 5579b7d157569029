import { Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Token } from './tokens.rules.ts'

interface Props {
  of: Token
  onClose: () => void
  onMade: (token: Data<'auth.createToken'>) => void
}

/** When the old secret ends, by how many seconds that is from now. */
const overlaps = { 0: 'At once', 3600: 'In an hour', 86400: 'In 24 hours' }

/** Makes a new secret for a token, and asks how long the old one goes on working. */
export function NewTokenSecretDialog({ of: token, onClose, onMade }: Props) {
  const form = useForm({ initialValues: { overlap: '86400' } })
  const saving = useChange('auth.rotateToken', {
    shown: true,
    outdates: [['auth', 'listTokens']],
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
        saving.mutate({ params: { id: token.id }, body: { overlapSeconds: Number(overlap) } })
      }
    >
      <Text size="sm">
        The new secret of “{token.name}” is shown once. The token stays the same, and expires when
        it did.
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
