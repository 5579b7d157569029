import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MOST_REMARK_CHARS, MOST_URL_CHARS } from '../../../shared/limits.ts'
import { accepted, api, type Data, keyOf } from '../../service/api.ts'
import { useHeads } from '../../service/heads.ts'
import { useOnce } from '../../service/once-reached.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import {
  draftWebhook,
  eventTypes,
  type Webhook,
  type WebhookDraft,
  webhookBody,
} from './webhook-draft.rules.ts'

interface Props {
  /** The webhook to change; without it a new one is created. */
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

/** Where events are sent, which ones, and which role's view of them. */
export function WebhookDialog({ webhook, definitionKey, onClose, onMade }: Props) {
  const form = useForm({
    initialValues: draftWebhook(webhook, definitionKey),
    validate: {
      url: isNotEmpty('Enter an address.'),
      types: isNotEmpty('Choose at least one event.'),
    },
  })
  const { heads = [] } = useHeads()
  const queries = useQueryClient()
  const once = useOnce()
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: async (draft: WebhookDraft) => {
      if (!webhook) {
        const { data } = await accepted(once((how) => api.webhooks.create(webhookBody(draft), how)))
        return onMade(data)
      }
      await accepted(
        once((how) => api.webhooks.update({ id: webhook.id }, webhookBody(draft), how)),
      )
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: keyOf('webhooks.list') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'New webhook'}
      verb={webhook ? 'Save' : 'Create webhook'}
      size="lg"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={(draft) => saving.mutate(draft)}
    >
      <TextInput
        label="URL"
        description="We send each event here, as a POST request. Use an https address that can be reached from the internet."
        placeholder="https://example.com/hooks/sourcebook"
        type="url"
        required
        maxLength={MOST_URL_CHARS}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TagsInput
        label="Events"
        description="A single event, such as rows.created; all events of a kind, such as rows.*; or * for everything."
        required
        data={[...eventTypes]}
        maxTags={50}
        comboboxProps={{ withinPortal: true }}
        {...form.getInputProps('types')}
      />
      <MultiSelect
        label="Boards and pages"
        description="Leave empty for every board and page, including events that belong to none."
        placeholder={form.values.definitionKeys.length === 0 ? 'All' : ''}
        searchable
        data={heads.map(({ key, name }) => ({ value: key, label: name }))}
        {...form.getInputProps('definitionKeys')}
      />
      <Select
        label="As seen by"
        description="Only what this role can see is sent. Choose the lowest role that is enough."
        allowDeselect={false}
        data={roles}
        {...form.getInputProps('role')}
      />
      <TextInput
        label="Description"
        maxLength={MOST_REMARK_CHARS}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
