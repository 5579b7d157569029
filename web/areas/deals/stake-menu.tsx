import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCashBanknote,
  IconDotsVertical,
  IconHandStop,
  IconListDetails,
  IconPencil,
  IconPlayerPlay,
  IconUserOff,
} from '@tabler/icons-react'
import { useDealView } from './deal-view.tsx'
import { useStakeVerbs, verbLabels } from './stake-verbs.ts'
import type { StakeActs } from './stakes-table.tsx'
import type { Stake } from './types.ts'

const icons = {
  draw: IconCashBanknote,
  hold: IconHandStop,
  release: IconPlayerPlay,
  edit: IconPencil,
  retire: IconUserOff,
}

/** Everything that can be done with a stake. */
export function StakeMenu({ stake, acts }: { stake: Stake; acts: StakeActs }) {
  const { nameOf } = useDealView()
  const verbs = useStakeVerbs(stake)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions on the stake of ${nameOf(stake)}`}
        >
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListDetails size={16} />}
          onClick={() => acts.onExplain(stake, 'availableMinor')}
        >
          Figures and draws
        </Menu.Item>
        {verbs.map((verb) => {
          const Shown = icons[verb]
          return (
            <Menu.Item
              key={verb}
              leftSection={<Shown size={16} />}
              onClick={() => acts.onVerb(verb, stake)}
            >
              {verbLabels[verb]}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
