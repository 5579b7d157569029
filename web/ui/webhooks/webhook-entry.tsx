import {
  Badge,
  Button,
  Collapse,
  Group,
  Paper,
  Stack,
  Switch,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../service/api.ts'
import { ReasonDialog } from '../forms/reason-dialog.tsx'
import { IconChevronDown, IconChevronRight } from '../icons/icons.ts'
import { useDefinitionNames } from '../records/definition-names.ts'
import { toastDone } from '../toasts/toasts.tsx'
import { Deliveries } from './deliveries.tsx'
import type { Webhook } from './webhook-draft.rules.ts'
import classes from './webhooks.module.css'

interface Props {
  of: Webhook
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** One webhook: what it sends and where; once opened, its log and what can be done with it. */
export function WebhookEntry({ of: webhook, isOpen, onToggle, onEdit, onSecret }: Props) {
  const { id, url, types, role, filter, description, enabled, disabledReason } = webhook
  const names = useDefinitionNames()
  const update = useChange('webhooks.update', { outdates: [['webhooks', 'list']] })
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Paper withBorder component="section" p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <UnstyledButton className={classes.head ?? ''} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={18} className={classes.chevron} aria-hidden />
          <Stack gap={4} miw={0}>
            <Text fw={600} className={classes.url ?? ''}>
              {url}
            </Text>
            {description && <Text size="sm">{description}</Text>}
            <Group gap={6}>
              {types.slice(0, 6).map((type) => (
                <Badge key={type} variant="light" color="gray" tt="none">
                  {type}
                </Badge>
              ))}
              {types.length > 6 && <Text size="xs">and {types.length - 6} more</Text>}
              <Text size="xs" c="dimmed">
                of {filter.definitionKeys?.map(names.definition).join(', ') ?? 'everything'}, as{' '}
                {role === 'admin' || role === 'owner' ? 'an' : 'a'} {role} sees it
              </Text>
            </Group>
          </Stack>
        </UnstyledButton>
        <Switch
          label={enabled ? 'on' : 'paused'}
          aria-label={`Send to ${url}`}
          checked={enabled}
          disabled={update.isPending}
          onChange={(event) =>
            update.mutate({ params: { id }, body: { enabled: event.currentTarget.checked } })
          }
        />
      </Group>
      {disabledReason === 'gone' && (
        <Text size="sm" mt="xs">
          The receiver answered 410 (gone), so the webhook was switched off.
        </Text>
      )}
      <Collapse expanded={isOpen} transitionDuration={0} keepMounted={false}>
        <Stack mt="sm">
          <Acts of={webhook} onEdit={onEdit} onSecret={onSecret} onDeleted={onToggle} />
          <Deliveries webhook={webhook} />
        </Stack>
      </Collapse>
    </Paper>
  )
}

interface ActsProps extends Pick<Props, 'of' | 'onEdit' | 'onSecret'> {
  onDeleted: () => void
}

function Acts({ of: webhook, onEdit, onSecret, onDeleted }: ActsProps) {
  const { id, url, enabled } = webhook
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null)
  const params = { id }
  const test = useChange('webhooks.test', {
    outdates: [['webhooks', 'listDeliveries']],
    onDone: () => toastDone('A test is being sent.'),
  })
  const rotate = useChange('webhooks.rotateSecret', {
    shown: true,
    outdates: [['webhooks', 'list']],
    onDone: ({ data }) => {
      onSecret(data.secret)
      setAsking(null)
    },
  })
  const remove = useChange('webhooks.remove', {
    shown: true,
    outdates: [['webhooks', 'list']],
    onDone: onDeleted,
  })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={!enabled}
        loading={test.isPending}
        onClick={() => test.mutate({ params })}
      >
        Send a test
      </Button>
      <Button variant="default" onClick={onEdit}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setAsking('rotate')}>
        New secret
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      {asking === 'rotate' && (
        <ReasonDialog
          title="Create a new secret?"
          verb="Create new secret"
          saving={rotate}
          onClose={() => setAsking(null)}
          onConfirm={() => rotate.mutate({ params })}
        >
          The new secret is shown once. For 24 hours, requests to {url} are signed with both
          secrets, so the receiver has time to switch.
        </ReasonDialog>
      )}
      {asking === 'delete' && (
        <ReasonDialog
          title="Delete this webhook?"
          verb="Delete webhook"
          danger
          saving={remove}
          onClose={() => setAsking(null)}
          onConfirm={() => remove.mutate({ params })}
        >
          Nothing more will be sent to {url}, and its log is deleted. Pending deliveries are lost.
          To stop for a while, pause it instead.
        </ReasonDialog>
      )}
    </Group>
  )
}
