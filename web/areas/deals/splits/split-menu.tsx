import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCashBanknote,
  IconDots,
  IconHandStop,
  IconListDetails,
  IconPencil,
  IconPlayerPlay,
  IconUserOff,
} from '../../../ui/icons/icons.ts'
import { useDealView } from '../deal/deal-view.tsx'
import type { Split } from '../deal/types.ts'
import { type SplitActs, useSplitVerbs, verbLabels } from './split-verbs.ts'

const icons = {
  draw: IconCashBanknote,
  hold: IconHandStop,
  release: IconPlayerPlay,
  edit: IconPencil,
  retire: IconUserOff,
}

/** Everything that can be done with a split. */
export function SplitMenu({ split, acts }: { split: Split; acts: SplitActs }) {
  const { nameOf } = useDealView()
  const verbs = useSplitVerbs(split)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${nameOf(split)}’s split`}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListDetails size={16} />}
          onClick={() => acts.onExplain(split, 'availableMinor')}
        >
          Figures and draws
        </Menu.Item>
        {verbs.map((verb) => {
          const Shown = icons[verb]
          return (
            <Menu.Item
              key={verb}
              leftSection={<Shown size={16} />}
              onClick={() => acts.onVerb(verb, split)}
            >
              {verbLabels[verb]}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
