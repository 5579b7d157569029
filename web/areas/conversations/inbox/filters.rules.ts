import { MOST_SEARCH_CHARS } from '../../../../shared/limits.ts'

/** The inbox's filters, as the URL keeps them. */
export type InboxSearch = {
  status?: string
  medium?: string
  assigned?: string
  unread?: boolean
  q?: string | number
}

export const shownStatuses = ['open', 'snoozed', 'closed', 'all'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** Open conversations, unless the URL says otherwise. A search covers all of them. */
export function statusOf({ status, q }: InboxSearch): ShownStatus {
  const asked = shownStatuses.find((one) => one === status)
  return asked ?? (q === undefined || q === '' ? 'open' : 'all')
}

/** The listing that a URL asks for; invalid values are ignored. */
export function listingOf(search: InboxSearch) {
  const status = statusOf(search)
  const { medium, assigned, unread } = search
  // A router reads digits as a number.
  const words = search.q === undefined ? '' : String(search.q).trim()
  return {
    ...(status === 'all' ? {} : { status }),
    ...(medium === 'text' || medium === 'email' ? { medium: medium as 'text' | 'email' } : {}),
    ...(assigned === 'me' || assigned === 'none' ? { assigned_to: assigned } : {}),
    ...(unread === true ? { unread } : {}),
    ...(words === '' ? {} : { search: words.slice(0, MOST_SEARCH_CHARS) }),
  }
}

/** Whether any filter besides the status narrows the list. */
export const narrowsInbox = ({ medium, assigned, unread, q }: InboxSearch): boolean =>
  Boolean(medium || assigned || unread || q)
