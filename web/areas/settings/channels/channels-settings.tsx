import { Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Data, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconPlug } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ChannelCard } from './channel-card.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import type { Channel } from './channel-form.rules.ts'
import { ChannelSecret } from './channel-secret.tsx'

/** The channels that messages go out and come in through. */
export function ChannelsSettings() {
  const isAdmin = useMay('admin')
  const { items, error, isPending, refetch } = usePages('channels.list', { query: { limit: 100 } })
  const [editing, setEditing] = useState<Channel | 'new' | null>(null)
  const [made, setMade] = useState<Data<'channels.create'> | null>(null)
  const connect = isAdmin && <Button onClick={() => setEditing('new')}>Connect channel</Button>
  return (
    <Stack>
      <PageHeader
        title="Channels"
        description={`A channel is an SMTP server or a text provider. Until ${isAdmin ? 'you connect one' : 'one is connected'}, messages are kept here and not sent.`}
        actions={items.length > 0 && connect}
      />
      {error && <FailureAlert error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={110} />}
      {!isPending && !error && items.length === 0 && (
        <EmptyState icon={IconPlug} title="No channels yet" action={connect}>
          {isAdmin
            ? 'Connect your mail server or Twilio to send and receive messages.'
            : 'Ask an admin to connect one.'}
        </EmptyState>
      )}
      {items.map((channel) => (
        <ChannelCard
          key={channel.id}
          channel={channel}
          onEdit={() => setEditing(channel)}
          onSecret={setMade}
        />
      ))}
      {editing && (
        <ChannelDialog
          channel={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(channel) => {
            setEditing(null)
            if (channel.provider !== 'local') setMade(channel)
          }}
        />
      )}
      {made && <ChannelSecret made={made} onClose={() => setMade(null)} />}
    </Stack>
  )
}
