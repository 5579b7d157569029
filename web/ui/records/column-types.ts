import {
  type Icon,
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
} from '@tabler/icons-react'
import { type ColumnType, isChangeable } from '../../../shared/column-types.ts'

export interface TypeWords {
  label: string
  /** What its cells hold, to help people choose. */
  says: string
  icon: Icon
}

/** Every column type with its label, in the order offered. */
export const columnTypes: Record<ColumnType, TypeWords> = {
  text: { label: 'Text', says: 'A line of text: a name, an address.', icon: IconTextSize },
  long_text: { label: 'Long text', says: 'Notes with several lines.', icon: IconAlignLeft },
  number: { label: 'Number', says: 'A number to calculate with.', icon: IconHash },
  currency: { label: 'Currency', says: 'An amount of money.', icon: IconCurrencyDollar },
  percent: { label: 'Percent', says: '12.5 means 12.5%.', icon: IconPercentage },
  checkbox: { label: 'Checkbox', says: 'Yes or no.', icon: IconCheckbox },
  date: { label: 'Date', says: 'A day.', icon: IconCalendar },
  datetime: { label: 'Date and time', says: 'A day and a time.', icon: IconCalendarClock },
  select: { label: 'Select', says: 'One option from a list.', icon: IconTag },
  multi_select: { label: 'Multi-select', says: 'Several options from a list.', icon: IconTags },
  email: { label: 'Email', says: 'A valid email address.', icon: IconAt },
  phone: { label: 'Phone', says: 'A phone number, stored as +1….', icon: IconPhone },
  url: { label: 'Web address', says: 'A link to a website.', icon: IconWorld },
  person: { label: 'Person', says: 'Someone in this workspace.', icon: IconUser },
  link: { label: 'Link', says: 'Rows of another board or page.', icon: IconLink },
  file: { label: 'File', says: 'Files that people upload.', icon: IconFile },
  formula: { label: 'Formula', says: 'Calculated from other columns.', icon: IconMathFunction },
  auto_number: {
    label: 'Auto number',
    says: 'Numbers the rows automatically.',
    icon: IconSortAscendingNumbers,
  },
  created_at: { label: 'Created at', says: 'When the row was added.', icon: IconClock },
  created_by: { label: 'Created by', says: 'Who added the row.', icon: IconUserEdit },
  updated_at: { label: 'Updated at', says: 'When it last changed.', icon: IconListDetails },
  updated_by: { label: 'Updated by', says: 'Who changed it last.', icon: IconUserEdit },
}

/** The types that a column can change from and to. */
export const changeableTypes = (Object.keys(columnTypes) as ColumnType[]).filter(isChangeable)

export const typeLabel = (type: ColumnType): string => columnTypes[type].label
