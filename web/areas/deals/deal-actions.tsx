import { ActionIcon, Box, Button, Menu } from '@mantine/core'
import { useMay } from '../../service/session.ts'
import {
  IconCashMove,
  IconCoins,
  IconDots,
  IconPencil,
  IconTargetArrow,
  IconUserPlus,
} from '../../ui/icons/icons.ts'
import { useDealView, useWholeDeal } from './deal/deal-view.tsx'
import type { Act } from './deal-dialogs.tsx'

/** In the order in which a deal needs them, once it has splits. */
const steps = [
  { verb: 'expect', label: 'Record expectation', Icon: IconTargetArrow },
  { verb: 'collect', label: 'Record collection', Icon: IconCoins },
] as const

interface Props {
  onAct: (act: Act) => void
}

/** The actions on a deal's money, all of them for managers. The next step stands out. */
export function DealActions({ onAct }: Props) {
  const deal = useWholeDeal()
  const { splits } = useDealView()
  if (!useMay('manager')) return null
  const next = deal.expectedMinor > 0 || deal.collectedMinor > 0 ? 'collect' : 'expect'
  return (
    <>
      {steps.map(({ verb, label, Icon }) => (
        <Button
          key={verb}
          variant={verb === next && splits.length > 0 ? 'filled' : 'default'}
          leftSection={
            // On a phone both have room only without icons.
            <Box component="span" display="flex" visibleFrom="xs">
              <Icon size={16} />
            </Box>
          }
          onClick={() => onAct({ verb })}
        >
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="More actions for the deal">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUserPlus size={16} />}
            onClick={() => onAct({ verb: 'addSplit' })}
          >
            Add split
          </Menu.Item>
          {deal.netCollectedMinor > 0 && (
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
