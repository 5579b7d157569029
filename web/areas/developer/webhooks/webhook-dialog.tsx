import {
  Button,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api, type Data, keyOf, useAnswer } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useFormTries } from '../../../ui/use-form-tries.ts'
import {
  bodyOf,
  draftOf,
  eventTypes,
  type Webhook,
  type WebhookDraft,
} from './webhook-draft.rules.ts'

interface Props {
  /** The one to change; without it a webhook is made. */
  webhook: Webhook | undefined
  definitionKey: string | undefined
  onClose: () => void
  onMade: (webhook: Data<'webhooks.create'>) => void
}

const roles: { value: Webhook['role']; label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'member', label: 'Member' },
  { value: 'manager', label: 'Manager' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner' },
]

/** Where events go, which of them, and whose eyes they are cut to. */
export function WebhookDialog({ webhook, definitionKey, onClose, onMade }: Props) {
  const [draft, setDraft] = useState(() => draftOf(webhook, definitionKey))
  const set = (part: Partial<WebhookDraft>) => setDraft({ ...draft, ...part })
  const definitions = useAnswer('definitions.list', { query: { limit: 1000 } })
  const queries = useQueryClient()
  const save = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      if (!webhook) {
        const { data } = await accepted(api.webhooks.create(bodyOf(draft)))
        return onMade(data)
      }
      await accepted(api.webhooks.update({ id: webhook.id }, bodyOf(draft)))
      toastDone('The webhook is changed.')
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: keyOf('webhooks.list') })
      onClose()
    },
  })
  const { form, tried, refused } = useFormTries(save.error)
  const [isChecked, check] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(true)
    tried()
    if (draft.url.trim() !== '' && draft.types.length > 0) save.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? 'Change the webhook' : 'New webhook'}
      size="lg"
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="URL"
            description="Where each event is POSTed: https, and reachable from the internet unless the operator allows others."
            placeholder="https://example.com/hooks/sourcebook"
            type="url"
            required
            maxLength={2000}
            error={isChecked && draft.url.trim() === '' && 'Write the address.'}
            value={draft.url}
            onChange={(event) => set({ url: event.currentTarget.value })}
            data-autofocus
          />
          <TagsInput
            label="Events"
            description="One thing that happens, such as rows.created; all of a noun, such as rows.*; or * for everything."
            required
            data={[...eventTypes]}
            maxTags={50}
            error={isChecked && draft.types.length === 0 && 'Choose at least one.'}
            comboboxProps={{ withinPortal: true }}
            value={draft.types}
            onChange={(types) => set({ types })}
          />
          <MultiSelect
            label="Boards and pages"
            description="Leave it empty for all, and for what belongs to none of them."
            placeholder={draft.definitionKeys.length === 0 ? 'All' : ''}
            searchable
            data={
              definitions.data?.data.map(({ key, name }) => ({ value: key, label: name })) ?? []
            }
            value={draft.definitionKeys}
            onChange={(definitionKeys) => set({ definitionKeys })}
          />
          <Select
            label="As seen by"
            description="What is sent holds what a seat of this role may see. Choose the lowest that does."
            allowDeselect={false}
            data={roles}
            value={draft.role}
            onChange={(role) => role && set({ role: role as Webhook['role'] })}
          />
          <TextInput
            label="Description"
            maxLength={500}
            value={draft.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          {refused ? <FailureAlert error={refused} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {webhook ? 'Save' : 'Make the webhook'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
