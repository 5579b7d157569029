import { Button, Fieldset, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useChange } from '../../../service/api.ts'
import { leaveFor } from '../../../service/leaving.ts'
import { useSession } from '../../../service/session.ts'
import { forgetWaiting } from '../../../service/waiting.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'

/** For owners. */
export function DeleteWorkspace({ name }: { name: string }) {
  const { account } = useSession()
  const [isAsking, setAsking] = useState(false)
  const remove = useChange('workspace.deleteWorkspace', {
    shown: true,
    onDone: () => {
      forgetWaiting()
      leaveFor(paths.signIn())
    },
  })
  return (
    <Fieldset legend="Delete the workspace">
      <Stack align="flex-start" gap="sm">
        <Text size="sm" c="dimmed">
          Everything in it goes: records, files, conversations, commissions, history. So do the
          accounts of people who are in no other workspace.
        </Text>
        <Button variant="default" c="red" onClick={() => setAsking(true)}>
          Delete {name}…
        </Button>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          verb="Delete for good"
          name={name}
          label="The workspace’s name"
          email={account.email}
          saving={remove}
          onClose={() => setAsking(false)}
          onConfirm={(body) => remove.mutate({ body })}
        >
          Everybody is signed out at once, and keys, forms and webhooks stop working. Nobody can
          undo this. Export what you want to keep first.
        </ConfirmDialog>
      )}
    </Fieldset>
  )
}
