import type { Operations } from '../../../../sdk/client.ts'
import { openStatuses } from '../../../../shared/obligation-states.ts'
import {
  type ObligationType,
  type Status,
  statusWords,
  typeWords,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { type Day, dayStart } from '../../../ui/values/days.rules.ts'

export type Sort = 'deadlineAt' | '-deadlineAt'

/** What the page keeps in its URL. */
export interface ObligationsSearch {
  [part: string]: string | number | boolean | undefined
  view?: 'list' | 'calendar' | 'checklist'
  /** One status, or `all`; the default is the open ones. */
  status?: string
  obligationType?: string
  /** A person's number, or `me`. */
  assignedToUserId?: number | 'me'
  /** The first and last due day, both included. */
  dueFrom?: string
  dueTo?: string
  /** The obligations that are overdue, or due today or within a number of days: `overdue`, `today`, `3d`. */
  due?: string
  dealRowId?: string
  sort?: Sort
  /** The calendar's month, as `2026-11`, and its selected day. */
  month?: string
  day?: string
  /** Opens the dialog for a new obligation. */
  new?: number
}

type Query = NonNullable<Operations['obligations.list']['query']>

/** The query for the service, without invalid filters from the URL. `me` is the reader. */
export function queryOf(
  search: ObligationsSearch,
  { me, today }: { me: number; today: Day },
): Query {
  const { status, obligationType, assignedToUserId, due, dealRowId } = search
  const days = daysIn(due)
  const deadlineFrom = dayStart(search.dueFrom)
  const deadlineTo = days === undefined ? dayStart(search.dueTo, 1) : dayStart(today, days + 1)
  const statuses = statusesOf(status)
  return {
    ...(statuses && { status: statuses }),
    ...(isIn(typeWords, obligationType) && { obligationType }),
    ...(assignedToUserId === 'me' && { assignedToUserId: me }),
    ...(Number.isInteger(assignedToUserId) && { assignedToUserId: assignedToUserId as number }),
    ...(deadlineFrom && { deadlineFrom }),
    ...(deadlineTo && { deadlineTo }),
    ...(due === 'overdue' && { overdue: true }),
    ...(days !== undefined && { overdue: false }),
    ...(dealRowId && { dealRowId }),
    sort: search.sort === '-deadlineAt' ? '-deadlineAt' : 'deadlineAt',
  }
}

/** How many days after today a filter reaches. */
function daysIn(due: string | undefined): number | undefined {
  if (due === 'today') return 0
  const [, days] = /^([1-9]\d{0,2})d$/.exec(due ?? '') ?? []
  return days === undefined ? undefined : Number(days)
}

const statusesOf = (status: string | undefined): string | undefined =>
  status === 'all' ? undefined : isIn(statusWords, status) ? status : openStatuses.join(',')

function isIn<K extends ObligationType | Status>(
  words: Record<K, string>,
  text: string | undefined,
): text is K {
  return text !== undefined && Object.hasOwn(words, text)
}

const narrowing = [
  ...(['status', 'obligationType', 'assignedToUserId', 'dueFrom', 'dueTo'] as const),
  ...(['due', 'dealRowId'] as const),
]

export const narrowsObligations = (search: ObligationsSearch): boolean =>
  narrowing.some((part) => search[part] !== undefined)

/** Removes every filter. */
export const noFilters: Partial<ObligationsSearch> = Object.fromEntries(
  narrowing.map((part) => [part, undefined]),
)
