import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'

/** The name by which others see whoever is signed in. */
export function ChangeName() {
  const { account, seat } = useSession()
  const [name, setName] = useState(account.name)
  const change = useChange('auth.updateAccount', {
    outdates: [
      ['auth', 'getSession'],
      ['workspace', 'listSeats'],
    ],
    shown: true,
    onDone: ({ data }) => {
      setName(data.name)
      toastDone('Your name is changed.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ body: { name: name.trim() } })
  }
  const isNew = name.trim() !== account.name || name.trim() !== seat.name
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          required
          maxLength={200}
          autoComplete="name"
          w={320}
          maw="100%"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!name.trim() || !isNew}
          loading={change.isPending}
        >
          Change the name
        </Button>
      </Group>
      {change.error && <FailureAlert error={change.error} title="Not changed" />}
    </form>
  )
}
