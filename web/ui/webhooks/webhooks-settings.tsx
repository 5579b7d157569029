import { Button, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { usePages } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import { IconPlus, IconWebhook } from '../icons/icons.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { useSearchState } from '../links/use-search.ts'
import { sendsEventsOf, type Webhook } from './webhook-draft.rules.ts'
import { WebhookEntry } from './webhook-entry.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const WebhookDialog = lazy(() =>
  import('./webhook-dialog.tsx').then((m) => ({ default: m.WebhookDialog })),
)

interface Shown {
  id: string
  url: string
  secret: string
  rotated: boolean
}

/** The webhooks of the workspace, or those that can send events of one board or page. */
export function WebhooksSettings({ definitionKey }: { definitionKey?: string }) {
  const isAdmin = useMay('admin')
  const hooks = usePages('webhooks.list', { query: { limit: 100 } }, { enabled: isAdmin })
  const [{ hook: open }, change] = useSearchState<{ hook?: string }>()
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  const [shown, setShown] = useState<Shown>()
  const listed = hooks.items.filter((webhook) => sendsEventsOf(webhook, definitionKey))
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      w="fit-content"
      onClick={() => setEditing('new')}
    >
      New webhook
    </Button>
  )
  if (!isAdmin) {
    return (
      <EmptyState icon={IconWebhook} title="Only admins can create webhooks">
        Ask an admin or owner of the workspace.
      </EmptyState>
    )
  }
  return (
    <Stack>
      {listed.length > 0 && add}
      {shown && hooks.items.some(({ id }) => id === shown.id) && <WebhookSecret {...shown} />}
      {hooks.error && <FailureAlert error={hooks.error} onRetry={hooks.refetch} />}
      {hooks.isPending && <Skeleton height={90} />}
      {hooks.isSuccess && listed.length === 0 && (
        <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
          A webhook tells another system what happens here, as it happens: for example, your dialer
          learns of each new lead. What it misses is sent again for three days.
        </EmptyState>
      )}
      {listed.map((webhook) => (
        <WebhookEntry
          key={webhook.id}
          of={webhook}
          isOpen={open === webhook.id}
          onToggle={() => change({ hook: open === webhook.id ? undefined : webhook.id })}
          onEdit={() => setEditing(webhook)}
          onSecret={(secret) =>
            setShown({ id: webhook.id, url: webhook.url, secret, rotated: true })
          }
        />
      ))}
      <Suspense>
        {editing && (
          <WebhookDialog
            webhook={editing === 'new' ? undefined : editing}
            definitionKey={definitionKey}
            onClose={() => setEditing(null)}
            onMade={({ id, url, secret }) => {
              setShown({ id, url, secret, rotated: false })
              change({ hook: id })
            }}
          />
        )}
      </Suspense>
    </Stack>
  )
}
