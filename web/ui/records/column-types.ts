import { type ColumnType, isChangeable } from '../../../shared/column-types.ts'
import type { Icon } from '../icons/icon.ts'
import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCalendarClock,
  IconCheckbox,
  IconClock,
  IconCurrencyDollar,
  IconFile,
  IconHash,
  IconLink,
  IconListDetails,
  IconMathFunction,
  IconPercentage,
  IconPhone,
  IconSortAscendingNumbers,
  IconTag,
  IconTags,
  IconTextSize,
  IconUser,
  IconUserEdit,
  IconWorld,
} from '../icons/icons.ts'

/** Every column type with its label, in the order offered. Every grid loads them, so they are short. */
export const columnTypes: Record<ColumnType, { label: string; icon: Icon }> = {
  text: { label: 'Text', icon: IconTextSize },
  long_text: { label: 'Long text', icon: IconAlignLeft },
  number: { label: 'Number', icon: IconHash },
  currency: { label: 'Currency', icon: IconCurrencyDollar },
  percent: { label: 'Percent', icon: IconPercentage },
  checkbox: { label: 'Checkbox', icon: IconCheckbox },
  date: { label: 'Date', icon: IconCalendar },
  datetime: { label: 'Date and time', icon: IconCalendarClock },
  select: { label: 'Select', icon: IconTag },
  multi_select: { label: 'Multi-select', icon: IconTags },
  email: { label: 'Email', icon: IconAt },
  phone: { label: 'Phone', icon: IconPhone },
  url: { label: 'Web address', icon: IconWorld },
  person: { label: 'Person', icon: IconUser },
  link: { label: 'Link', icon: IconLink },
  file: { label: 'File', icon: IconFile },
  formula: { label: 'Formula', icon: IconMathFunction },
  auto_number: {
    label: 'Auto number',
    icon: IconSortAscendingNumbers,
  },
  created_at: { label: 'Created at', icon: IconClock },
  created_by: { label: 'Created by', icon: IconUserEdit },
  updated_at: { label: 'Updated at', icon: IconListDetails },
  updated_by: { label: 'Updated by', icon: IconUserEdit },
}

/** The types that a column can change from and to. */
export const changeableTypes = (Object.keys(columnTypes) as ColumnType[]).filter(isChangeable)

export const typeLabel = (type: ColumnType): string => columnTypes[type].label
