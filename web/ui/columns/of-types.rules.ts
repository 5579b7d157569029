import type { ColumnType } from '../../../shared/column-types.ts'
import type { SettingsDraft } from './settings-draft.ts'

interface OfType {
  /** What the cells hold, to help people choose. */
  says: string
  /** The settings that people can make. */
  settings: readonly (keyof SettingsDraft)[]
}

/** What the forms of columns know about each type. */
export const ofTypes: Record<ColumnType, OfType> = {
  text: { says: 'A line of text: a name, an address.', settings: [] },
  long_text: { says: 'Notes with several lines.', settings: [] },
  number: { says: 'A number to calculate with.', settings: ['precision', 'min', 'max'] },
  currency: { says: 'An amount of money.', settings: ['currency', 'min', 'max'] },
  percent: { says: '12.5 means 12.5%.', settings: ['precision', 'min', 'max'] },
  checkbox: { says: 'Yes or no.', settings: [] },
  date: { says: 'A day.', settings: [] },
  datetime: { says: 'A day and a time.', settings: [] },
  select: { says: 'One option from a list.', settings: ['options', 'allowNewOptions'] },
  multi_select: { says: 'Several options from a list.', settings: ['options', 'allowNewOptions'] },
  email: { says: 'A valid email address.', settings: [] },
  phone: { says: 'A phone number, stored as +1….', settings: [] },
  url: { says: 'A link to a website.', settings: [] },
  person: { says: 'Someone in this workspace.', settings: [] },
  link: { says: 'Rows of another board or page.', settings: ['definitionKey', 'multiple'] },
  file: { says: 'Files that people upload.', settings: ['maxFiles', 'accept'] },
  formula: { says: 'Calculated from other columns.', settings: ['expression'] },
  auto_number: { says: 'Numbers the rows automatically.', settings: [] },
  created_at: { says: 'When the row was added.', settings: [] },
  created_by: { says: 'Who added the row.', settings: [] },
  updated_at: { says: 'When it last changed.', settings: [] },
  updated_by: { says: 'Who changed it last.', settings: [] },
}
