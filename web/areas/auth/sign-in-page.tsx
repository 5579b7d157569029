import { Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Navigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useAnswer, useChange } from '../../service/api.ts'
import { Form } from '../../ui/forms/form.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { AttemptAlert, useWait } from './attempt-alert.tsx'
import { AuthCard } from './auth-card.tsx'
import { nextPath } from './next.rules.ts'

export function SignInPage() {
  const [{ next }] = useSearchState<{ next?: string }>()
  const signup = useAnswer('auth.getSignup', {}).data?.data
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Enter your email address.'),
      password: isNotEmpty('Enter your password.'),
    },
  })
  const signIn = useChange('auth.signIn', {
    shown: true,
    // The page reloads, since anything loaded before belongs to nobody or to somebody else.
    onDone: () => window.location.assign(nextPath(next, window.location.origin, paths.signIn())),
  })
  const wait = useWait(signIn.error)
  if (signup?.firstRun) return <Navigate to={paths.signUp()} replace />
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          <AppLink to={paths.forgot()}>Forgot your password?</AppLink>
          {signup?.open && <AppLink to={paths.signUp()}>Create workspace</AppLink>}
        </>
      }
    >
      <Form
        form={form}
        saving={signIn}
        onSubmit={(body) => signIn.mutate({ body })}
        refusal={(error) => (
          <AttemptAlert
            error={error}
            wait={wait}
            title="Not signed in"
            wrong="Wrong email or password."
          />
        )}
        buttons={
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess} disabled={wait > 0}>
            Sign in
          </Button>
        }
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          // Another person signing in here does not have to wait.
          onInput={() => wait > 0 && signIn.reset()}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
      </Form>
    </AuthCard>
  )
}
