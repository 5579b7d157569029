import { keyWords } from '../../../shared/wording.ts'
import type { Item } from '../../service/api.ts'

export type Obligation = Item<'obligations.list'>
export type ObligationType = Obligation['obligationType']
export type Status = Obligation['status']
export type Priority = Obligation['priority']
export type Party = Obligation['responsibleParty']
export type Severity = NonNullable<Obligation['breachSeverity']>

export const typeWords: Record<ObligationType, string> = {
  stipulation: 'Stipulation',
  closing_condition: 'Closing condition',
  post_closing: 'Post-closing',
  covenant_financial: 'Financial covenant',
  covenant_reporting: 'Reporting covenant',
  covenant_affirmative: 'Affirmative covenant',
  covenant_negative: 'Negative covenant',
  payment: 'Payment',
  insurance: 'Insurance',
  lien_filing: 'Lien filing',
  disclosure: 'Disclosure',
  task: 'Task',
}

export const statusWords: Record<Status, string> = {
  open: 'Open',
  in_progress: 'In progress',
  submitted: 'Submitted',
  completed: 'Completed',
  waived: 'Waived',
  cancelled: 'Cancelled',
}

export const priorityWords: Record<Priority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const partyWords: Record<Party, string> = {
  borrower: 'Borrower',
  guarantor: 'Guarantor',
  broker: 'Broker',
  funder: 'Funder',
  landlord: 'Landlord',
  third_party: 'Third party',
  internal: 'Our desk',
}

export const severityWords: Record<Severity, string> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
}

/** Labels as the options of a select. */
export const optionsOf = <K extends string>(words: Record<K, string>) =>
  (Object.entries(words) as [K, string][]).map(([value, label]) => ({ value, label }))

/** The desk's own `bank_statement` as `Bank statement`. */
export const documentTypeWords = keyWords
