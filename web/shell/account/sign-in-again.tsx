import { Button, Input, Text } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { AttemptAlert, useWait } from '../../areas/auth/attempt-alert.tsx'
import { paths } from '../../paths.ts'
import { useChange } from '../../service/api.ts'
import { useSession } from '../../service/session.ts'
import { signedInAgain } from '../../service/signed-out.ts'
import { focusPath } from '../../ui/focus/use-kept-focus.ts'
import { Form } from '../../ui/forms/form.tsx'
import classes from './sign-in-again.module.css'

/** How long no key is pressed until the keys are for the password, and no longer for the page below. */
const PAUSE_MS = 1_000

/**
 * Covers everything, so that nobody else reads it. Text typed below stays, and so do keys that are still being pressed. It
 * is part of the first load and made of what browsers have: a session may end while the connection is away, when
 * nothing more can be loaded.
 */
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
      // Nothing was heard of changes meanwhile.
      queries.invalidateQueries()
    },
  })
  const wait = useWait(signIn.error)
  const dialog = useRef<HTMLDialogElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const show = () => dialog.current?.showModal()
  // A person who has signed in goes on where they were. A cell's editor may be gone by then, and its grid is still there.
  useLayoutEffect(() => {
    const own = dialog.current!
    let place = focusPath(document.activeElement)
    let pause: ReturnType<typeof setTimeout>
    const noLonger = () => {
      clearTimeout(pause)
      document.removeEventListener('keydown', beginSoon, true)
      own.removeEventListener('focusin', begin)
    }
    const begin = () => {
      noLonger()
      if (!own.contains(document.activeElement)) place = focusPath(document.activeElement)
      own.removeAttribute('open')
      own.showModal()
      password.current?.focus()
    }
    const beginSoon = () => {
      clearTimeout(pause)
      pause = setTimeout(begin, PAUSE_MS)
    }
    // Its own method would take the focus.
    own.setAttribute('open', '')
    document.addEventListener('keydown', beginSoon, true)
    // Somebody who is here already types here. A part of the app that opens below would take the keys.
    own.addEventListener('focusin', begin)
    beginSoon()
    return () => {
      noLonger()
      own.close()
      place.find((one) => one.isConnected && one.tabIndex >= 0)?.focus({ preventScroll: true })
    }
  }, [])
  const { pathname, search } = window.location
  return (
    <>
      <div className={classes.cover} />
      <dialog
        ref={dialog}
        className={classes.dialog}
        tabIndex={-1}
        aria-labelledby="sign-in-again"
        onCancel={(event) => event.preventDefault()}
        onClose={show}
        onKeyDown={(event) => {
          // The page below must not hear what is typed here, and a second Escape would close it.
          event.stopPropagation()
          if (event.key === 'Escape') event.preventDefault()
        }}
      >
        <h2 id="sign-in-again" className={classes.title}>
          Sign in again
        </h2>
        <Form
          form={form}
          saving={signIn}
          refusal={(error) => <AttemptAlert error={error} wait={wait} title="Not signed in" />}
          onSubmit={({ password }) =>
            signIn.mutate({ body: { email: account.email, password, workspaceId: workspace.id } })
          }
          buttons={
            <>
              <Button type="submit" loading={signIn.isPending} disabled={wait > 0}>
                Sign in
              </Button>
              <Button component="a" variant="subtle" href={paths.signIn(pathname + search)}>
                Sign in as someone else
              </Button>
            </>
          }
        >
          <Text size="sm">
            Your session has ended. What you typed here is kept. Sign in as <b>{account.email}</b>{' '}
            to continue. Anyone else starts over.
          </Text>
          <Input.Wrapper label="Password" id="password-again" error={form.errors.password}>
            <Input
              ref={password}
              id="password-again"
              type="password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          </Input.Wrapper>
        </Form>
      </dialog>
    </>
  )
}
