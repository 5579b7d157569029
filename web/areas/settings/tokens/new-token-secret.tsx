import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Data, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { SecretOverlap, USUAL_OVERLAP } from '../../../ui/forms/secret-overlap.tsx'
import { OwnPassword } from './own-password.tsx'
import type { Token } from './tokens.rules.ts'

interface Props {
  of: Token
  onClose: () => void
  onMade: (token: Data<'auth.createToken'>) => void
}

/** Makes a new secret for a token, and asks how long the old one goes on working. */
export function NewTokenSecretDialog({ of: token, onClose, onMade }: Props) {
  const form = useForm({ initialValues: { overlap: USUAL_OVERLAP, password: '' } })
  const saving = useChange('auth.rotateToken', {
    shown: true,
    outdates: [['auth', 'listTokens']],
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
      onSubmit={({ overlap, password }) =>
        saving.mutate({
          params: { id: token.id },
          body: { overlapSeconds: Number(overlap), ...(password !== '' && { password }) },
        })
      }
    >
      <Text size="sm">
        The new secret of “{token.name}” is shown once. The token itself stays the same, and so does
        its expiry.
      </Text>
      <SecretOverlap {...form.getInputProps('overlap')} />
      <OwnPassword refused={saving.error} {...form.getInputProps('password')} />
    </FormDialog>
  )
}
