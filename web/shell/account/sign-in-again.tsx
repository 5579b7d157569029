import { Button, Modal, PasswordInput, Text } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useChange } from '../../api.ts'
import { AttemptAlert, useWait } from '../../areas/auth/attempt-alert.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { signedInAgain } from '../../signed-out.ts'
import { Form } from '../../ui/forms/form.tsx'

/** Escape would reach the dialog below, and might close it. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': true }

/** Covers everything, so that nobody else reads it; what was typed below stays. */
export function SignInAgain() {
  const { account, workspace } = useSession()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: isNotEmpty('Enter your password.') },
  })
  const queries = useQueryClient()
  const signIn = useChange('auth.signIn', {
    shown: true,
    onDone: () => {
      signedInAgain()
      queries.invalidateQueries({ queryKey: keyOf('auth.getSession') })
    },
  })
  const wait = useWait(signIn.error)
  const { pathname, search } = window.location
  return (
    <Modal
      opened
      onClose={() => {}}
      title="Sign in again"
      centered
      size={400}
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 1 }}
      withCloseButton={false}
      closeOnEscape={false}
      zIndex={500}
    >
      <Form
        form={form}
        saving={signIn}
        refusal={(error) => <AttemptAlert error={error} wait={wait} title="Not signed in" />}
        onSubmit={({ password }) =>
          signIn.mutate({ body: { email: account.email, password, workspaceId: workspace.id } })
        }
        buttons={
          <>
            <Button type="submit" loading={signIn.isPending} disabled={wait > 0} {...KEEP_ESCAPE}>
              Sign in
            </Button>
            <Button
              component="a"
              variant="subtle"
              href={paths.signIn(pathname + search)}
              {...KEEP_ESCAPE}
            >
              Sign in as someone else
            </Button>
          </>
        }
      >
        <Text size="sm">
          Your session has ended. What you typed here is kept. Sign in as <b>{account.email}</b> to
          continue. Anyone else starts over.
        </Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
          {...KEEP_ESCAPE}
        />
      </Form>
    </Modal>
  )
}
