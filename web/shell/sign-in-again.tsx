import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keyOf, useChange } from '../api.ts'
import { AttemptAlert, useWait } from '../areas/auth/attempt-alert.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { signedInAgain } from '../signed-out.ts'

/** Escape would reach a dialog below, which closes by it, and what was typed into it would be gone. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': true }

/** Over everything, so that nobody else reads it; below, what was typed stays as it is. */
export function SignInAgain() {
  const { account, workspace } = useSession()
  const [password, type] = useState('')
  const queries = useQueryClient()
  const signIn = useChange('auth.signIn', {
    shown: true,
    onDone: () => {
      signedInAgain()
      queries.invalidateQueries({ queryKey: keyOf('auth.getSession') })
    },
  })
  const wait = useWait(signIn.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { email: account.email, password, workspaceId: workspace.id } })
  }
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
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            You were signed out: elsewhere, or because you were away for long. What you typed here
            is kept. Sign in as <b>{account.email}</b> to go on; anybody else begins anew.
          </Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            value={password}
            onChange={(event) => type(event.currentTarget.value)}
            {...KEEP_ESCAPE}
          />
          <AttemptAlert error={signIn.error} wait={wait} title="Not signed in" />
          <Button type="submit" loading={signIn.isPending} disabled={wait > 0} {...KEEP_ESCAPE}>
            Sign in
          </Button>
          <Button
            component="a"
            variant="subtle"
            href={paths.signIn(pathname + search)}
            {...KEEP_ESCAPE}
          >
            Sign in as somebody else
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
