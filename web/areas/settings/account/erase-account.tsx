import { Button, Fieldset, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useChange } from '../../../service/api.ts'
import { leaveFor } from '../../../service/leaving.ts'
import { useSession } from '../../../service/session.ts'
import { forgetWaiting } from '../../../service/waiting.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'

export function EraseAccount() {
  const { account } = useSession()
  const [isAsking, setAsking] = useState(false)
  const erase = useChange('auth.eraseAccount', {
    shown: true,
    onDone: () => {
      forgetWaiting()
      leaveFor(paths.signIn())
    },
  })
  return (
    <Fieldset legend="Erase my account">
      <Stack align="flex-start" gap="sm">
        <Text size="sm" c="dimmed">
          You leave every workspace, and your name and email address disappear from all of them. The
          records that you worked on stay.
        </Text>
        <Button variant="default" c="red" onClick={() => setAsking(true)}>
          Erase my account…
        </Button>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title="Erase your account?"
          verb="Erase for good"
          name={account.email}
          label="Your email address"
          email={account.email}
          saving={erase}
          onClose={() => setAsking(false)}
          onConfirm={({ password }) => erase.mutate({ body: { email: account.email, password } })}
        >
          You are signed out everywhere at once, and your access tokens stop working. Nobody can
          undo this.
        </ConfirmDialog>
      )}
    </Fieldset>
  )
}
