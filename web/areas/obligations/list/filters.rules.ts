import type { Operations } from '../../../../sdk/client.ts'
import { openStatuses } from '../../../../shared/obligation-states.ts'
import {
  type ObligationType,
  type Status,
  statusWords,
  typeWords,
} from '../obligation/obligation-words.rules.ts'

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
  breached?: boolean
  forecast?: string
  dealRowId?: string
  sort?: 'dueAt' | '-dueAt'
  /** The calendar's month, as `2026-11`, and its selected day. */
  month?: string
  day?: string
  /** Opens the dialog for a new obligation. */
  new?: number
}

type Query = NonNullable<Operations['obligations.list']['query']>

/** The query for the service, without invalid filters from the URL. */
export function queryOf(search: ObligationsSearch, me: number): Query {
  const { status, obligationType, assignedToUserId, breached, forecast, dealRowId } = search
  const dueFrom = dayStart(search.dueFrom)
  const dueTo = dayStart(search.dueTo, 1)
  const statuses = statusesOf(status)
  return {
    ...(statuses && { status: statuses }),
    ...(isIn(typeWords, obligationType) && { obligationType }),
    ...(assignedToUserId === 'me' && { assignedToUserId: me }),
    ...(Number.isInteger(assignedToUserId) && { assignedToUserId: assignedToUserId as number }),
    ...(dueFrom && { dueFrom }),
    ...(dueTo && { dueTo }),
    ...(breached === true && { breached }),
    ...(dealRowId && { dealRowId }),
    ...(isForecast(forecast)
      ? { forecast }
      : { sort: search.sort === '-dueAt' ? '-dueAt' : 'dueAt' }),
  }
}

const statusesOf = (status: string | undefined): string | undefined =>
  status === 'all' ? undefined : isIn(statusWords, status) ? status : openStatuses.join(',')

const isForecast = (text: string | undefined): text is string =>
  /^[1-9]\d{0,3}[hd]$/.test(text ?? '')

function isIn<K extends ObligationType | Status>(
  words: Record<K, string>,
  text: string | undefined,
): text is K {
  return text !== undefined && Object.hasOwn(words, text)
}

/** The start of a day in the reader's time zone, or of a day that many days later. */
export function dayStart(day: string | undefined, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (date === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const narrowing = [
  ...(['status', 'obligationType', 'assignedToUserId', 'dueFrom', 'dueTo'] as const),
  ...(['breached', 'forecast', 'dealRowId'] as const),
]

export const isNarrowed = (search: ObligationsSearch): boolean =>
  narrowing.some((part) => search[part] !== undefined)

/** Removes every filter. */
export const noFilters: Partial<ObligationsSearch> = Object.fromEntries(
  narrowing.map((part) => [part, undefined]),
)
