import { Button, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { paths } from '../../paths.ts'
import { useChange } from '../../service/api.ts'
import { Form } from '../../ui/forms/form.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { AttemptAlert, useWait } from './attempt-alert.tsx'
import { AuthCard } from './auth-card.tsx'

const SIGN_IN = <AppLink to={paths.signIn()}>Back to sign in</AppLink>

export function ForgotPage() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: isNotEmpty('Enter your email address.') },
  })
  const request = useChange('auth.requestPasswordReset', { shown: true })
  const wait = useWait(request.error)
  if (request.isSuccess) {
    return (
      <AuthCard title="Check your email" footer={SIGN_IN}>
        <Text size="sm" role="status">
          If <b>{request.variables.body.email}</b> has an account here, we have sent a link to
          choose a new password. It works once, within an hour.
        </Text>
        <Text size="sm" c="dimmed">
          No email? This service may not be set up to send email. Whoever runs the service can set a
          new password for you.
        </Text>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      description="Enter the email you sign in with. We’ll send you a link to choose a new password."
      footer={SIGN_IN}
    >
      <Form
        form={form}
        saving={request}
        onSubmit={(body) => request.mutate({ body })}
        refusal={(error) => <AttemptAlert error={error} wait={wait} title="No link was sent" />}
        buttons={
          <Button type="submit" loading={request.isPending} disabled={wait > 0}>
            Send link
          </Button>
        }
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
      </Form>
    </AuthCard>
  )
}
