import { ActionIcon, Badge, Button, Group, Select, Text, Title, Tooltip } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { type Body, useChange } from '../../../service/api.ts'
import { useMay, usePeople } from '../../../service/session.ts'
import { useKeys } from '../../../ui/focus/use-keys.ts'
import { IconArrowLeft, IconCheck, IconFileText, IconLink } from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useGo } from '../../../ui/links/use-go.ts'
import { useRecordTitle } from '../../../ui/records/record-titles.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { withInitials } from '../../../ui/values/person-name.tsx'
import { momentText } from '../../../ui/values/time.tsx'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Conversation } from '../inbox/inbox-item.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'
import classes from './thread.module.css'
import { useThreadTitle } from './use-thread-title.ts'

type Change = Body<'conversations.update'>

/** Who a thread is with, what it is about, who it is assigned to, and whether it is done. */
export function ThreadHeader({ thread, alone }: { thread: Conversation; alone: boolean }) {
  const { searchStr } = useLocation()
  const go = useGo()
  const mayWrite = useMay('member')
  const [linking, setLinking] = useState(false)
  const record = useRecordTitle(thread.row_id)
  const title = record?.title
  const update = useChange('conversations.update', { outdates: [['conversations']] })
  const params = { id: thread.id }
  const change = (body: Change) => update.mutate({ params, body })
  const address = useShownAddress()(thread.address)
  useThreadTitle(title ?? address)

  const close = () => {
    const { status, snoozed_until } = thread
    const reopen = () => change({ status, snoozed_until })
    const say = () => toastDone('Closed. A new message reopens it.', reopen)
    // Says so even if another thread has been opened since. A refusal is shown as usual.
    update.mutateAsync({ params, body: { status: 'closed' } }).then(say, () => {})
  }
  const [snoozing, setSnoozing] = useState(false)
  const isOpen = thread.status === 'open'
  useKeys(
    mayWrite
      ? {
          e: isOpen ? close : () => change({ status: 'open' }),
          ...(isOpen ? { h: () => setSnoozing(true) } : {}),
        }
      : {},
  )
  return (
    <header className={classes.head}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Group gap="sm" wrap="nowrap" flex="1 1 260px" miw={0} align="flex-start">
          {alone && (
            <Tooltip label="All conversations">
              <ActionIcon
                variant="default"
                aria-label="All conversations"
                onClick={() => go(paths.conversations() + searchStr)}
              >
                <IconArrowLeft size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={alone ? 1 : 2} size="h2">
                {title ?? address}
              </Title>
              {thread.status === 'snoozed' && (
                <Badge variant="light">
                  Snoozed{thread.snoozed_until ? ` until ${momentText(thread.snoozed_until)}` : ''}
                </Badge>
              )}
              {thread.status === 'closed' && <Badge variant="light">Closed</Badge>}
            </Group>
            <Text
              size="sm"
              c="dimmed"
              lineClamp={2}
              className={classes.about}
              style={{ overflowWrap: 'anywhere' }}
            >
              {[
                thread.medium === 'text' ? 'Text' : 'Email',
                ...(title ? [address] : []),
                ...(thread.subject ? [thread.subject] : []),
              ].join(' · ')}
            </Text>
            {record && !record.trashed && (
              <AppLink
                to={paths.record(record.definitionKey, record.id)}
                size="sm"
                className={classes.about}
              >
                <IconFileText size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> Open the
                record in {record.definitionName}
              </AppLink>
            )}
          </div>
        </Group>
        {mayWrite && (
          <Group gap="xs" wrap="nowrap" miw={0} maw="100%">
            <Assigned thread={thread} onChange={(assigned_to) => change({ assigned_to })} />
            <Tooltip label={title ? 'Link to another record' : 'Link to a record'}>
              <ActionIcon
                variant="default"
                size={30}
                flex="none"
                aria-label={title ? 'Link to another record' : 'Link to a record'}
                onClick={() => setLinking(true)}
              >
                <IconLink size={16} />
              </ActionIcon>
            </Tooltip>
            {isOpen ? (
              <>
                <SnoozeMenu
                  opened={snoozing}
                  onChange={setSnoozing}
                  onSnooze={(until) =>
                    change({ status: 'snoozed', snoozed_until: until.toISOString() })
                  }
                />
                <Button
                  size="xs"
                  variant="default"
                  flex="none"
                  leftSection={<IconCheck size={14} aria-hidden />}
                  title="Close (E)"
                  aria-keyshortcuts="e"
                  onClick={close}
                >
                  Close
                </Button>
              </>
            ) : (
              <Button
                size="xs"
                variant="default"
                flex="none"
                title="Reopen (E)"
                aria-keyshortcuts="e"
                onClick={() => change({ status: 'open' })}
              >
                Reopen
              </Button>
            )}
          </Group>
        )}
      </Group>
      {linking && <LinkDialog thread={thread} onClose={() => setLinking(false)} />}
    </header>
  )
}

function Assigned({
  thread,
  onChange,
}: {
  thread: Conversation
  onChange: (to: number | null) => void
}) {
  const { seats, nameOf } = usePeople()
  const current = thread.assigned_to
  const people = seats.filter((one) => one.status === 'active' || one.crmUserId === current)
  return (
    <Select
      size="xs"
      w={150}
      miw={70}
      aria-label="Assigned to"
      placeholder="Unassigned"
      clearable
      searchable
      value={current === null ? null : String(current)}
      data={people.map((one) => ({
        value: String(one.crmUserId),
        label: nameOf(one.crmUserId) || one.email,
      }))}
      {...withInitials(current === null ? null : String(current))}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      clearButtonProps={{ 'aria-label': 'Unassign' }}
    />
  )
}
