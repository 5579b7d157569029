import { ActionIcon, Group, Menu, Title, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconCalendarPlus,
  IconCash,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconLink,
  IconMail,
  IconMessage,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useChange } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import type { QueryName } from '../../../queries.ts'
import { useMay } from '../../../session.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { DEALS_PAGE } from '../../../ui/records/record-select.tsx'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Definition, GridHandle, Row } from '../grid/types.ts'
import classes from './panel.module.css'

interface Props {
  definition: Definition
  rowId: string
  row: Row | null
  neighbour: GridHandle['neighbour'] | undefined
  onOpenRow: (rowId: string) => void
  onClose: () => void
}

/** The record's title, buttons to step and close, and what can be started from here. */
export function PanelHead({ definition, rowId, row, neighbour, onOpenRow, onClose }: Props) {
  const titleOf = useTitleOf()
  const step = async (by: -1 | 1) => {
    const next = await neighbour?.(rowId, by)
    if (next) onOpenRow(next)
  }
  const button = { variant: 'subtle', color: 'gray' } as const
  return (
    <Group className={classes.head} justify="space-between" align="flex-start" wrap="nowrap">
      <Title order={2} className={classes.title} lineClamp={2}>
        {row ? titleOf(row.cells, definition.columns) : 'Record'}
      </Title>
      <Group gap={0} wrap="nowrap">
        {neighbour && (
          <>
            <Tooltip label="Previous row">
              <ActionIcon {...button} aria-label="Previous row" onClick={() => step(-1)}>
                <IconChevronUp size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Next row">
              <ActionIcon {...button} aria-label="Next row" onClick={() => step(1)}>
                <IconChevronDown size={18} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        {row && <RecordMenu definition={definition} row={row} onClose={onClose} />}
        <Tooltip label="Close">
          <ActionIcon {...button} aria-label="Close record" onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  )
}

interface MenuProps {
  definition: Definition
  row: Row
  onClose: () => void
}

function RecordMenu({ definition, row, onClose }: MenuProps) {
  const { key, columns } = definition
  const { id: rowId } = row
  const mayWrite = useMay('member')
  const mayKeepMoney = useMay('manager')
  const go = useGo()
  const { copy } = useClipboard()
  const outdates: QueryName[] = [
    ['definitions', 'getRow'],
    ['definitions', 'listRows'],
  ]
  const restore = useChange('definitions.restoreRow', {
    outdates,
    onDone: () => toastDone('Record restored.'),
  })
  const remove = useChange('definitions.removeRow', {
    onDone: () => {
      onClose()
      toastDone('Record moved to the trash. You can restore it for 30 days.', () =>
        restore.mutate({ params: { key, rowId } }),
      )
    },
  })
  const cells = row.cells as Record<string, unknown>
  const address = (type: 'email' | 'phone') =>
    columns.map((column) => (column.type === type ? cells[column.key] : null)).find(isText)
  const email = address('email')
  const phone = address('phone')
  const talk = (to: string) => go(paths.newConversation({ to, definitionKey: key, rowId }))
  const copyLink = () => {
    copy(`${window.location.origin}${paths.record(key, rowId)}`)
    toastDone('Link copied.')
  }
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Record actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
          Copy link
        </Menu.Item>
        {mayWrite && (
          <>
            <Menu.Divider />
            {email && (
              <Menu.Item leftSection={<IconMail size={16} />} onClick={() => talk(email)}>
                New email
              </Menu.Item>
            )}
            {phone && (
              <Menu.Item leftSection={<IconMessage size={16} />} onClick={() => talk(phone)}>
                New text
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconCalendarPlus size={16} />}
              onClick={() => go(paths.newObligation(rowId))}
            >
              New obligation
            </Menu.Item>
            {mayKeepMoney && key === DEALS_PAGE && (
              <Menu.Item
                leftSection={<IconCash size={16} />}
                onClick={() => go(paths.recordCommissions(key, rowId))}
              >
                Commissions
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              c="var(--mantine-color-red-light-color)"
              onClick={() => remove.mutate({ params: { key, rowId } })}
            >
              Move to trash
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
