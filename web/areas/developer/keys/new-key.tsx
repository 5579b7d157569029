import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Data, useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useFormTries } from '../../../ui/use-form-tries.ts'
import type { Key } from '../developer.rules.ts'

interface Props {
  definitionKey: string
  opened: boolean
  onClose: () => void
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** Names a key and says what it may do. */
export function NewKeyDialog({ definitionKey, opened, onClose, onMade }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Key['scopes']>(['rows:write'])
  const create = useChange('definitions.createKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDone: ({ data }) => {
      onMade(data)
      toastDone(`The key “${data.name}” works from now on.`)
      onClose()
    },
  })
  const { form, tried, refused } = useFormTries(create.error)
  const [isChecked, check] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(true)
    tried()
    if (name.trim() === '' || scopes.length === 0) return
    create.mutate({ params: { key: definitionKey }, body: { name: name.trim(), scopes } })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="New key"
      onExitTransitionEnd={() => {
        setName('')
        check(false)
        create.reset()
      }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Name"
            description="Who or what will use it, such as “Web form”."
            required
            maxLength={200}
            error={isChecked && name.trim() === '' && 'Write a name.'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox.Group
            label="What it may do"
            error={isChecked && scopes.length === 0 && 'Choose at least one.'}
            value={scopes}
            onChange={(next) => setScopes(next as Key['scopes'])}
          >
            <Stack gap="xs" mt="xs">
              <Checkbox
                value="rows:write"
                label="Write rows"
                description="Add rows. All that a web form needs: such a key cannot read anything back."
              />
              <Checkbox
                value="read"
                label="Read"
                description="Read the columns, the rows and the write guide."
              />
            </Stack>
          </Checkbox.Group>
          {refused ? <FailureAlert error={refused} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Make the key
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
