import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconDots, IconTrash } from '../../../ui/icons/icons.ts'
import type { Message } from './delivery-status.rules.ts'

/** What somebody can do with a message besides replying to it. */
export function MessageMenu({ message }: { message: Message }) {
  const mayWrite = useMay('member')
  const [asking, setAsking] = useState(false)
  const remove = useChange('conversations.removeMessage', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDone: () => setAsking(false),
  })
  if (!mayWrite) return null
  const isPending = message.delivery?.state === 'pending'
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Message actions">
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Delete message
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ReasonDialog
          title="Delete this message?"
          verb="Delete"
          danger
          saving={remove}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate({ params: { id: message.id } })}
        >
          Its text and files are deleted for everyone here. You can’t undo this. Its place in the
          conversation stays.{' '}
          {isPending
            ? 'It has not been sent and won’t be.'
            : 'Copies that were already sent or received elsewhere remain.'}
        </ReasonDialog>
      )}
    </>
  )
}
