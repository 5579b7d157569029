import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useGo } from '../../ui/use-go.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { keyOf, templates } from './definition-templates.ts'

interface Props {
  kind: 'board' | 'page'
  onClose: () => void
}

const says = {
  board:
    'A board collects rows that arrive by themselves: from a web form, an integration, a file.',
  page: 'A page keeps records that people work on, such as leads or deals.',
}

/** Makes a board or page, from a template or blank, and goes there. */
export function NewDefinitionDialog({ kind, onClose }: Props) {
  useReturnFocus()
  const [name, setName] = useState('')
  const [ownKey, setKey] = useState<string | null>(null)
  const [template, choose] = useState(templates[0]!.id)
  const queries = useQueryClient()
  const go = useGo()
  const key = ownKey ?? keyOf(name)
  const make = useMutation({
    meta: { shown: true },
    mutationFn: () => {
      const { columns } = templates.find(({ id }) => id === template)!
      const body = { name: name.trim(), kind, columns, ...(key ? { key } : {}) }
      return accepted(api.definitions.create(body))
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions', 'list'] })
      toastDone(`“${data.name}” is there.`)
      onClose()
      go(paths.records(data.key))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={`New ${kind}`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {says[kind]}
          </Text>
          <TextInput
            label="Name"
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Key"
            description="Addresses and integrations use it, so it never changes. Lower-case letters, digits, - and _."
            maxLength={64}
            pattern="[a-z0-9]+([_\-][a-z0-9]+)*"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Radio.Group label="Begin with" value={template} onChange={choose}>
            <Stack gap="xs" mt={6}>
              {templates.map(({ id, label, description }) => (
                <Radio key={id} value={id} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          {make.error ? <FailureAlert error={make.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending}>
              Make the {kind}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
