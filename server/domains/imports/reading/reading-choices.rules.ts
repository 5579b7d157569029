import { why } from '../../../../contract/refusals/reasons.ts'
import { ENCODINGS, type Encoding, QUIRKS, type Quirk } from '../../../../shared/table-files.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { isDelimiter } from './text-files.rules.ts'

/** What somebody chose about how a file is read; the rest is guessed. */
export interface ReadingChoices {
  sheet: string | undefined
  encoding: Encoding | undefined
  delimiter: string | undefined
  quirks: Quirk[] | undefined
  /** The line or row of the header, or 0 for none. */
  headerRow: number | undefined
}

/** The last row of a spreadsheet. */
const LAST_ROW = 1_048_576

/** @throws Refusal invalid_request */
export function readChoices(fields: Readonly<Record<string, string>>): ReadingChoices {
  const { sheet, encoding: named, delimiter, quirks: list, headerRow: row } = fields
  const problems: Issue[] = []
  const encoding = named === undefined ? undefined : encodingCalled(named)
  if (named !== undefined && !encoding) {
    problems.push(issueAt('body.encoding', why('not_one_of', { options: ENCODINGS.join(', ') })))
  }
  if (delimiter !== undefined && !isDelimiter(delimiter)) {
    problems.push(issueAt('body.delimiter', why('not_a_delimiter', {})))
  }
  const names = list?.split(',').flatMap((name) => name.trim() || [])
  const quirks = names?.flatMap((name) => QUIRKS.find((one) => one === name) ?? [])
  if (quirks && quirks.length < names!.length) {
    problems.push(issueAt('body.quirks', why('not_one_of', { options: QUIRKS.join(', ') })))
  }
  const headerRow = row === undefined ? undefined : Number(/^\d{1,7}$/.exec(row)?.[0])
  if (headerRow !== undefined && !(headerRow <= LAST_ROW)) {
    problems.push(issueAt('body.headerRow', why('not_a_header_row', {})))
  }
  if (problems.length > 0) throw refusalWith('invalid_request', problems)
  return { sheet, encoding, delimiter, quirks, headerRow }
}

/** Programs and people have more names for them: `latin1`, `cp1252`, `GBK`, `CP437`. */
function encodingCalled(name: string): Encoding | undefined {
  const plain = name.trim().toLowerCase()
  const known = ENCODINGS.find((one) => one === plain.replace(/^cp(?=\d{3}$)/, 'ibm'))
  return known ?? ENCODINGS.find((one) => one === OTHERS[plain] || one === labelled(plain))
}

const OTHERS: Record<string, Encoding> = {
  gbk: 'gb18030',
  gb2312: 'gb18030',
  macroman: 'macintosh',
}

/** The WHATWG's name for it. */
function labelled(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
