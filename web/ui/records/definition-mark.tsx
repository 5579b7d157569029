import {
  type Icon,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendar,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconCoins,
  IconFile,
  IconFlag,
  IconFolder,
  IconHeartHandshake,
  IconHome,
  IconInbox,
  IconMail,
  IconPhone,
  IconStar,
  IconTable,
  IconTag,
  IconTruck,
  IconUser,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { DefinitionColor, DefinitionIcon } from '../../../shared/definition-looks.ts'
import { tinted } from '../values/tint.rules.ts'
import classes from './definition-mark.module.css'

export const definitionPictures: Record<DefinitionIcon, Icon> = {
  table: IconTable,
  inbox: IconInbox,
  file: IconFile,
  folder: IconFolder,
  users: IconUsers,
  user: IconUser,
  building: IconBuilding,
  store: IconBuildingStore,
  briefcase: IconBriefcase,
  handshake: IconHeartHandshake,
  cash: IconCash,
  coins: IconCoins,
  bank: IconBuildingBank,
  chart: IconChartBar,
  calendar: IconCalendar,
  checklist: IconChecklist,
  phone: IconPhone,
  mail: IconMail,
  flag: IconFlag,
  star: IconStar,
  tag: IconTag,
  truck: IconTruck,
  home: IconHome,
  world: IconWorld,
}

interface Props {
  of: { icon: DefinitionIcon; color: DefinitionColor }
  /** In pixels. */
  size?: number
}

/** The icon of a board or page in its color; its name is beside it. */
export function DefinitionMark({ of: { icon, color }, size = 20 }: Props) {
  // A later version of the service may have more icons.
  const Shown = definitionPictures[icon] ?? IconTable
  return (
    <span
      className={`${classes.mark} tinted`}
      style={{ width: size, height: size, ...tinted(color) }}
      aria-hidden
    >
      <Shown size={size * 0.7} stroke={1.8} />
    </span>
  )
}
