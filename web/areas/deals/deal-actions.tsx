import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMay } from '../../session.ts'
import {
  IconCashMove,
  IconCoins,
  IconDots,
  IconPencil,
  IconTargetArrow,
  IconUserPlus,
} from '../../ui/icons/icons.ts'
import { useWholeDeal } from './deal/deal-view.tsx'
import type { Act } from './deal-dialogs.tsx'

interface Props {
  onAct: (act: Act) => void
  /** Whether there is room for one button only. */
  narrow?: boolean
}

/** The actions on a deal's money, all of them for managers. */
export function DealActions({ onAct, narrow = false }: Props) {
  const deal = useWholeDeal()
  if (!useMay('manager')) return null
  return (
    <>
      <Button leftSection={<IconCoins size={16} />} onClick={() => onAct({ verb: 'collect' })}>
        Record collection
      </Button>
      {!narrow && (
        <Button
          variant="default"
          visibleFrom="xs"
          leftSection={<IconTargetArrow size={16} />}
          onClick={() => onAct({ verb: 'expect' })}
        >
          Record expectation
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More actions for the deal">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            hiddenFrom={narrow ? undefined : 'xs'}
            leftSection={<IconTargetArrow size={16} />}
            onClick={() => onAct({ verb: 'expect' })}
          >
            Record expectation
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserPlus size={16} />}
            onClick={() => onAct({ verb: 'addSplit' })}
          >
            Add split
          </Menu.Item>
          {deal.collectedMinor > deal.clawedBackMinor && (
            <Menu.Item
              leftSection={<IconCashMove size={16} />}
              onClick={() => onAct({ verb: 'clawBack' })}
            >
              Claw back
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => onAct({ verb: 'editDeal' })}
          >
            Edit details
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
