import { why } from '../../../../contract/reasons.ts'
import { ENCODINGS, type Encoding } from '../../../../shared/table-files.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { isDelimiter } from './text-files.rules.ts'

/** What somebody chose about how a file is read; the rest is guessed. */
export interface ReadingChoices {
  sheet: string | undefined
  encoding: Encoding | undefined
  delimiter: string | undefined
  /** The line or row of the header, or 0 for none. */
  headerRow: number | undefined
}

/** The last row of a spreadsheet. */
const LAST_ROW = 1_048_576

/** @throws Refusal invalid_request */
export function readChoices(fields: Readonly<Record<string, string>>): ReadingChoices {
  const { sheet, encoding: named, delimiter, headerRow: row } = fields
  const problems: Issue[] = []
  const encoding = ENCODINGS.find((one) => one === named)
  if (named !== undefined && !encoding) {
    problems.push(issueAt('body.encoding', why('not_one_of', { options: ENCODINGS.join(', ') })))
  }
  if (delimiter !== undefined && !isDelimiter(delimiter)) {
    problems.push(issueAt('body.delimiter', why('not_a_delimiter', {})))
  }
  const headerRow = row === undefined ? undefined : Number(/^\d{1,7}$/.exec(row)?.[0])
  if (headerRow !== undefined && !(headerRow <= LAST_ROW)) {
    problems.push(issueAt('body.headerRow', why('not_a_header_row', {})))
  }
  if (problems.length > 0) throw refusalWith('invalid_request', problems)
  return { sheet, encoding, delimiter, headerRow }
}
