import type { Item } from '../../service/api.ts'
import { moneyText } from '../../ui/money/money.tsx'

export type AgreementStanding = Item<'agreements.list'>

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** The day that a version takes effect, in UTC, as its document names it. */
export const effectiveDay = (at: string): string => days.format(new Date(at))

/**
 * The readable part of the page that the service makes. The page has styles of its own, which the app's policy does not
 * allow in a frame, so `documentLook` styles its text instead.
 */
export const readablePart = (html: string): string =>
  /<body[^>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html

/** The same styles as on the page that is kept and printed; the lines follow the color of the text. */
export const documentLook =
  'body{max-width:46rem;margin:0 auto;font:1rem/1.5 Georgia,serif;--line:1px solid color-mix(in srgb,currentColor 25%,transparent)}' +
  'header{border-bottom:var(--line);margin-bottom:1.5rem}' +
  'dl{display:grid;grid-template-columns:fit-content(45%) 1fr;gap:.25rem 1.5rem}dd{margin:0}' +
  'table{border-collapse:collapse}th,td{border:var(--line);padding:.25rem .5rem}' +
  'section{border-top:var(--line);margin-top:2rem}'

interface Funding {
  amountMinor: number | null
  period: 'month' | 'quarter' | 'year' | null
}

/** `$50,000 per quarter` */
export const fundingText = ({ amountMinor, period }: Funding, currency: string): string =>
  amountMinor === null || period === null
    ? 'None'
    : `${moneyText(amountMinor, currency)} per ${period}`

/** What still has to be signed, by the reader and for the workspace. */
export const isWaiting = ({ signed, signedByWorkspace }: AgreementStanding): boolean =>
  !signed || !signedByWorkspace
