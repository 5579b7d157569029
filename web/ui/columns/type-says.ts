import type { ColumnType } from '../../../shared/column-types.ts'

/** What the cells of each type hold, to help people choose. */
export const typeSays: Record<ColumnType, string> = {
  text: 'A line of text: a name, an address.',
  long_text: 'Notes with several lines.',
  number: 'A number to calculate with.',
  currency: 'An amount of money.',
  percent: '12.5 means 12.5%.',
  checkbox: 'Yes or no.',
  date: 'A day.',
  datetime: 'A day and a time.',
  select: 'One option from a list.',
  multi_select: 'Several options from a list.',
  email: 'A valid email address.',
  phone: 'A phone number, stored as +1….',
  url: 'A link to a website.',
  person: 'Someone in this workspace.',
  link: 'Rows of another board or page.',
  file: 'Files that people upload.',
  formula: 'Calculated from other columns.',
  auto_number: 'Numbers the rows automatically.',
  created_at: 'When the row was added.',
  created_by: 'Who added the row.',
  updated_at: 'When it last changed.',
  updated_by: 'Who changed it last.',
}
