import { Box, Button, Fieldset, Group, PasswordInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { LEAST_PASSWORD_CHARS as LEAST } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { useSession } from '../../../service/session.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'

const toggle = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }

export function ChangePassword() {
  const { account } = useSession()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: isNotEmpty('Enter your current password.'),
      newPassword: (chosen) =>
        [...chosen].length < LEAST ? `Enter at least ${LEAST} characters.` : null,
    },
  })
  const change = useChange('auth.changePassword', {
    outdates: [['auth', 'listSessions']],
    shown: true,
    onDone: () => {
      form.reset()
      toastDone('Password changed. You were signed out everywhere else.')
    },
  })
  return (
    <Fieldset legend="Password">
      <Box maw={400}>
        <Form
          form={form}
          saving={change}
          onSubmit={(body) => change.mutate({ body })}
          buttons={
            <Group>
              <Button type="submit" loading={change.isPending}>
                Change password
              </Button>
            </Group>
          }
        >
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
            description={`At least ${LEAST} characters. You will be signed out everywhere else.`}
            autoComplete="new-password"
            required
            {...toggle}
            {...form.getInputProps('newPassword')}
          />
        </Form>
      </Box>
    </Fieldset>
  )
}
