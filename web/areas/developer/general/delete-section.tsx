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
  const rows = rowCount === 1 ? '1 row' : `${rowCount.toLocaleString()} rows`
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
      description={`Its ${rowCount > 0 ? rows : 'columns'}, its history and its views go with it, and its keys stop working at once. There is no way back.`}
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
              {rowCount === 0
                ? 'It has no rows.'
                : `${rows} ${rowCount === 1 ? 'is' : 'are'} deleted with it. Export what anybody may want first.`}
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
