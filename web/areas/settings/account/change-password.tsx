import { Button, Fieldset, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'

const LEAST = 8
const toggle = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }

export function ChangePassword() {
  const { account } = useSession()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      newPassword: (chosen) =>
        [...chosen].length < LEAST ? `Choose at least ${LEAST} characters.` : null,
    },
  })
  const change = useChange('auth.changePassword', {
    outdates: [['auth', 'listSessions']],
    shown: true,
    onDone: () => {
      form.reset()
      toastDone('Your password is changed; you were signed out everywhere else.')
    },
  })
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
      <Fieldset legend="Password">
        <Stack maw={400}>
          <input type="hidden" autoComplete="username" value={account.email} readOnly />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...toggle}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${LEAST} characters. Every other session of yours ends.`}
            autoComplete="new-password"
            required
            {...toggle}
            {...form.getInputProps('newPassword')}
          />
          {change.error && <FailureAlert error={change.error} title="Not changed" />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
