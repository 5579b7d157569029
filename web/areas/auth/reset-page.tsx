import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { codeOf, useChange } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPassword, passwordProblem } from './new-password.tsx'

export function ResetPage() {
  const { token = '' } = useParams({ strict: false })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordProblem },
  })
  const reset = useChange('auth.confirmPasswordReset', { shown: true })
  if (reset.isSuccess) {
    return (
      <AuthCard title="Password changed">
        <Text size="sm" role="status">
          You were signed out everywhere. Sign in with your new password.
        </Text>
        <AppLink to={paths.signIn()}>Sign in</AppLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Choose a new password"
      footer={<AppLink to={paths.signIn()}>Back to sign in</AppLink>}
    >
      <Form
        form={form}
        saving={reset}
        onSubmit={({ password }) => reset.mutate({ body: { token, password } })}
        refusal={(error) => (
          <>
            <FailureAlert error={error} title="Not changed" />
            {codeOf(error) === 'invalid_token' && (
              <AppLink to={paths.forgot()}>Request a new link</AppLink>
            )}
          </>
        )}
        buttons={
          <Button type="submit" loading={reset.isPending}>
            Change password
          </Button>
        }
      >
        <NewPassword label="New password" {...form.getInputProps('password')} />
      </Form>
    </AuthCard>
  )
}
