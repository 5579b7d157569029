import type { CellType } from './cell-type.ts'
import { checkbox } from './checkbox.ts'
import type { ColumnType } from './column.ts'
import { autoNumber, createdAt, createdBy, formula, updatedAt, updatedBy } from './computed.ts'
import { date, datetime } from './dates.ts'
import { email } from './email.ts'
import { currency, number, percent } from './numbers.ts'
import { multiSelect, select } from './options.ts'
import { person } from './people.ts'
import { phone } from './phone.ts'
import { file, link } from './references.ts'
import { longText, text } from './text.ts'
import { url } from './url.ts'

/**
 * Every column type, in the order in which the values of a file are tried: what fits an earlier one often fits a later one too.
 */
export const registry: Readonly<Record<ColumnType, CellType>> = {
  email,
  url,
  select,
  multi_select: multiSelect,
  checkbox,
  datetime,
  date,
  phone,
  percent,
  currency,
  number,
  text,
  long_text: longText,
  person,
  link,
  file,
  auto_number: autoNumber,
  created_at: createdAt,
  created_by: createdBy,
  updated_at: updatedAt,
  updated_by: updatedBy,
  formula,
}
