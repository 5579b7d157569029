import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { paths } from '../../paths.ts'
import { useAnswer, useChange } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { AttemptAlert, useWait } from './attempt-alert.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPassword, passwordProblem } from './new-password.tsx'

/** The time zone of whoever sets the workspace up. They can change it in the settings. */
const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const SIGN_IN = <AppLink to={paths.signIn()}>Sign in</AppLink>

export function SignUpPage() {
  const { data, error } = useAnswer('auth.getSignup', {})
  if (error) {
    return (
      <AuthCard title="Create workspace" footer={SIGN_IN}>
        <FailureAlert error={error} />
      </AuthCard>
    )
  }
  if (!data) {
    return (
      <AuthCard title="Create workspace">
        <Skeleton height={240} />
      </AuthCard>
    )
  }
  if (!data.data.open) {
    return (
      <AuthCard title="Sign-up is closed" footer={SIGN_IN}>
        <Text size="sm">
          Ask an admin of a workspace to invite you. Whoever runs this service can open sign-up or
          create a workspace for you.
        </Text>
      </AuthCard>
    )
  }
  return <SignUpForm isFirst={data.data.firstRun} />
}

function SignUpForm({ isFirst }: { isFirst: boolean }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { workspaceName: '', name: '', email: '', password: '' },
    validate: {
      workspaceName: isNotEmpty('Enter a name for the workspace.'),
      name: isNotEmpty('Enter your name.'),
      // The service decides what an email address is. This says together with the rest what cannot be one.
      email: (typed) =>
        /^[^\s@]+@[^\s@]+$/.test(typed.trim())
          ? null
          : 'Enter your email address, such as name@example.com.',
      password: passwordProblem,
    },
  })
  const signUp = useChange('auth.signUp', {
    shown: true,
    onDone: () => window.location.assign(paths.home()),
  })
  const wait = useWait(signUp.error)
  return (
    <AuthCard
      title={isFirst ? 'Set up Sourcebook' : 'Create workspace'}
      description={
        isFirst
          ? 'Create your workspace. You can invite other people next.'
          : 'You will be its owner. You can invite other people next.'
      }
      footer={isFirst ? null : SIGN_IN}
    >
      <Form
        form={form}
        saving={signUp}
        onSubmit={(values) => signUp.mutate({ body: { ...values, timeZone: zoneHere() } })}
        refusal={(error) => (
          <AttemptAlert error={error} wait={wait} title="The workspace was not created" />
        )}
        buttons={
          <Button type="submit" loading={signUp.isPending || signUp.isSuccess} disabled={wait > 0}>
            Create workspace
          </Button>
        }
      >
        <TextInput
          label="Workspace name"
          placeholder="Acme Funding"
          maxLength={MOST_NAME_CHARS}
          autoComplete="organization"
          required
          autoFocus
          {...form.getInputProps('workspaceName')}
        />
        <TextInput
          label="Your name"
          maxLength={MOST_NAME_CHARS}
          autoComplete="name"
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword label="Password" {...form.getInputProps('password')} />
      </Form>
    </AuthCard>
  )
}
