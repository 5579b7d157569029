import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { paths } from '../../../paths.ts'
import { useChange } from '../../../service/api.ts'
import type { QueryName } from '../../../service/queries.ts'
import { useMay } from '../../../service/session.ts'
import {
  IconCalendarPlus,
  IconCash,
  IconDots,
  IconLink,
  IconTrash,
} from '../../../ui/icons/icons.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { DEALS_PAGE } from '../../../ui/records/record-select.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Definition, Row } from '../list/types.ts'

interface Props {
  definition: Definition
  row: Row
  onClose: () => void
}

/** What can be done with a record besides changing it. */
export function RecordMenu({ definition, row, onClose }: Props) {
  const { key } = definition
  const { id: rowId } = row
  const mayWrite = useMay('member')
  const mayKeepMoney = useMay('manager')
  const go = useGo()
  const { copy } = useClipboard()
  const outdates: QueryName[] = [
    ['definitions', 'getRow'],
    ['definitions', 'listRows'],
  ]
  const restore = useChange('definitions.restoreRow', { outdates })
  const remove = useChange('definitions.removeRow', {
    onDone: () => {
      onClose()
      toastDone('Record moved to the trash. You can restore it for 30 days.', () =>
        restore.mutate({ params: { key, rowId } }),
      )
    },
  })
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
