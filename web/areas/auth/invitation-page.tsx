import { Button, PasswordInput, Skeleton, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useParams } from '@tanstack/react-router'
import { MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { paths } from '../../paths.ts'
import { codeOf, type Data, useAnswer, useChange } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { AttemptAlert, useWait } from './attempt-alert.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPassword, passwordProblem } from './new-password.tsx'

export function InvitationPage() {
  const { token = '' } = useParams({ strict: false })
  const { data, error, refetch } = useAnswer('auth.getInvitation', { params: { token } })
  if (codeOf(error) === 'not_found') {
    return (
      <AuthCard
        title="This invitation doesn’t work"
        footer={<AppLink to={paths.signIn()}>Sign in</AppLink>}
      >
        <Text size="sm">
          It was already used, is more than 7 days old, or was replaced by a newer one. Ask whoever
          invited you for a new link.
        </Text>
      </AuthCard>
    )
  }
  if (error) {
    return (
      <AuthCard title="Invitation">
        <FailureAlert error={error} onRetry={refetch} />
      </AuthCard>
    )
  }
  if (!data) {
    return (
      <AuthCard title="Invitation">
        <Skeleton height={200} />
      </AuthCard>
    )
  }
  return <AcceptForm token={token} invitation={data.data} />
}

function AcceptForm({
  token,
  invitation: { workspaceName, email, name, needsAccount },
}: {
  token: string
  invitation: Data<'auth.getInvitation'>
}) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: name ?? '', password: '' },
    validate: {
      name: isNotEmpty('Enter your name.'),
      password: needsAccount ? passwordProblem : isNotEmpty('Enter your password.'),
    },
  })
  const accept = useChange('auth.acceptInvitation', {
    shown: true,
    onDone: () => window.location.assign(paths.home()),
  })
  const wait = useWait(accept.error)
  return (
    <AuthCard
      title={`Join ${workspaceName}`}
      description={
        needsAccount
          ? `You were invited as ${email}.`
          : `You were invited as ${email}, which already has an account here. Enter its password.`
      }
      footer={!needsAccount && <AppLink to={paths.forgot()}>Forgot your password?</AppLink>}
    >
      <Form
        form={form}
        saving={accept}
        onSubmit={(body) => accept.mutate({ params: { token }, body })}
        refusal={(error) => <AttemptAlert error={error} wait={wait} title="Not accepted" />}
        buttons={
          <Button type="submit" loading={accept.isPending || accept.isSuccess} disabled={wait > 0}>
            Accept invitation
          </Button>
        }
      >
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextInput
          label="Your name"
          description="Other people here will see it."
          maxLength={MOST_NAME_CHARS}
          autoComplete="name"
          required
          autoFocus={name === null}
          {...form.getInputProps('name')}
        />
        {needsAccount ? (
          <NewPassword
            label="Choose a password"
            autoFocus={name !== null}
            {...form.getInputProps('password')}
          />
        ) : (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            autoFocus={name !== null}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
        )}
      </Form>
    </AuthCard>
  )
}
