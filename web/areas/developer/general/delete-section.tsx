import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Section } from '../../../ui/section.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useGo } from '../../../ui/use-go.ts'
import type { Definition } from '../developer.rules.ts'

/** The end of a board or page: there is no trash for it, so its name has to be typed. */
export function DeleteSection({ definition }: { definition: Definition }) {
  const { key, kind, name, rowCount } = definition
  const [asking, ask] = useState(false)
  const [typed, type] = useState('')
  const go = useGo()
  const remove = useChange('definitions.remove', {
    shown: true,
    outdates: [['definitions', 'list']],
    onDone: () => {
      toastDone(`“${name}” is deleted.`)
      go(paths.home())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) remove.mutate({ params: { key } })
  }
  return (
    <Section
      title={`Delete this ${kind}`}
      description={`Its ${rowCount.toLocaleString()} rows, its history and its views go with it, and its keys stop working at once. There is no way back.`}
    >
      <Group>
        <Button color="red" variant="light" onClick={() => ask(true)}>
          Delete the {kind}…
        </Button>
      </Group>
      <Modal opened={asking} onClose={() => ask(false)} title={`Delete “${name}”?`}>
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">
              {rowCount.toLocaleString()} rows are deleted with it. Export them first if anybody may
              want them.
            </Text>
            <TextInput
              label={`Type “${name}” to be sure`}
              value={typed}
              onChange={(event) => type(event.currentTarget.value)}
              data-autofocus
            />
            {remove.error ? <FailureAlert error={remove.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => ask(false)}>
                Cancel
              </Button>
              <Button
                type="submit"
                color="red"
                loading={remove.isPending}
                disabled={typed.trim() !== name}
              >
                Delete the {kind}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </Section>
  )
}
