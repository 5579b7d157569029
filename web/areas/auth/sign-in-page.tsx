import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Navigate } from '@tanstack/react-router'
import { useAnswer, useChange } from '../../api.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useSearchState } from '../../ui/use-search.ts'
import { AttemptAlert, useWait } from './attempt-alert.tsx'
import { AuthCard } from './auth-card.tsx'
import { nextPath } from './next.rules.ts'

export function SignInPage() {
  const [{ next }] = useSearchState<{ next?: string }>()
  const signup = useAnswer('auth.getSignup', {}).data?.data
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useChange('auth.signIn', {
    shown: true,
    // The page starts anew: whatever was loaded before is of nobody, or of somebody else.
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
          {signup?.open && <AppLink to={paths.signUp()}>Make a workspace</AppLink>}
        </>
      }
    >
      <form onSubmit={form.onSubmit((body) => signIn.mutate({ body }))}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            // Who else signs in here need not wait for who failed to.
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
          <AttemptAlert error={signIn.error} wait={wait} title="Not signed in" />
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess} disabled={wait > 0}>
            Sign in
          </Button>
        </Stack>
      </form>
    </AuthCard>
  )
}
