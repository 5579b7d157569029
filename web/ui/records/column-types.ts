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

interface OfType {
  label: string
  icon: Icon
  /** What the cells hold, to help people choose. */
  says: string
  /** The width of a new column in the grid. */
  width: number
  /** Why nobody can write the cells. */
  locked?: string
}

/** Every column type, in the order offered. Every grid loads them, so they are short. */
export const columnTypes: Record<ColumnType, OfType> = {
  text: {
    label: 'Text',
    icon: IconTextSize,
    says: 'A line of text: a name, an address.',
    width: 180,
  },
  long_text: {
    label: 'Long text',
    icon: IconAlignLeft,
    says: 'Notes with several lines.',
    width: 260,
  },
  number: { label: 'Number', icon: IconHash, says: 'A number to calculate with.', width: 130 },
  currency: {
    label: 'Currency',
    icon: IconCurrencyDollar,
    says: 'An amount of money.',
    width: 150,
  },
  percent: { label: 'Percent', icon: IconPercentage, says: '12.5 means 12.5%.', width: 120 },
  checkbox: { label: 'Checkbox', icon: IconCheckbox, says: 'Yes or no.', width: 120 },
  date: { label: 'Date', icon: IconCalendar, says: 'A day.', width: 130 },
  datetime: {
    label: 'Date and time',
    icon: IconCalendarClock,
    says: 'A day and a time.',
    width: 180,
  },
  select: { label: 'Select', icon: IconTag, says: 'One option from a list.', width: 160 },
  multi_select: {
    label: 'Multi-select',
    icon: IconTags,
    says: 'Several options from a list.',
    width: 200,
  },
  email: { label: 'Email', icon: IconAt, says: 'A valid email address.', width: 210 },
  phone: { label: 'Phone', icon: IconPhone, says: 'A phone number, stored as +1….', width: 140 },
  url: { label: 'Web address', icon: IconWorld, says: 'A link to a website.', width: 200 },
  person: { label: 'Person', icon: IconUser, says: 'Someone in this workspace.', width: 160 },
  link: { label: 'Link', icon: IconLink, says: 'Rows of another board or page.', width: 160 },
  file: { label: 'File', icon: IconFile, says: 'Files that people upload.', width: 160 },
  formula: {
    label: 'Formula',
    icon: IconMathFunction,
    says: 'Calculated from other columns.',
    width: 160,
    locked: 'Calculated from other columns. Change those, or the formula.',
  },
  auto_number: {
    label: 'Auto number',
    icon: IconSortAscendingNumbers,
    says: 'Numbers the rows automatically.',
    width: 100,
    locked: 'Numbered by the service.',
  },
  created_at: {
    label: 'Created at',
    icon: IconClock,
    says: 'When the row was added.',
    width: 180,
    locked: 'When the record was created. It can’t be changed.',
  },
  created_by: {
    label: 'Created by',
    icon: IconUserEdit,
    says: 'Who added the row.',
    width: 160,
    locked: 'Who created the record. It can’t be changed.',
  },
  updated_at: {
    label: 'Updated at',
    icon: IconListDetails,
    says: 'When it last changed.',
    width: 180,
    locked: 'When the record was last changed. It is set automatically.',
  },
  updated_by: {
    label: 'Updated by',
    icon: IconUserEdit,
    says: 'Who changed it last.',
    width: 160,
    locked: 'Who last changed the record. It is set automatically.',
  },
}

/** The types that a column can change from and to. */
export const changeableTypes = (Object.keys(columnTypes) as ColumnType[]).filter(isChangeable)

export const typeLabel = (type: ColumnType): string => columnTypes[type].label
