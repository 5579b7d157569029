import { useDebouncedValue } from '@mantine/hooks'
import { useAnswer } from '../../../service/api.ts'
import { useDealView } from '../deal/deal-view.tsx'

const PAUSE_MS = 150

/** The kind of posting: money that came in, or money that has to be given back. */
export type Divided = 'collection' | 'clawback'

/**
 * How the service would divide an amount that is being typed.
 *
 * @param amountMinor `null` while there is no amount to divide.
 */
export function usePartsPreview(of: Divided, amountMinor: number | null) {
  const { deal } = useDealView()
  const [asked] = useDebouncedValue(amountMinor, PAUSE_MS)
  const input = { params: { id: deal.id }, query: { amountMinor: asked ?? 0 } }
  const isAsked = asked !== null && amountMinor !== null
  const collection = useAnswer('accounting.previewCollection', input, {
    enabled: isAsked && of === 'collection',
    keepPrevious: true,
  })
  const clawback = useAnswer('accounting.previewClawback', input, {
    enabled: isAsked && of === 'clawback',
    keepPrevious: true,
  })
  const { data, error } = of === 'collection' ? collection : clawback
  const shown = isAsked ? data?.data : undefined
  const isCurrent = shown?.amountMinor === amountMinor
  return {
    /** The parts of the amount typed last that the service has answered. */
    parts: shown?.allocations,
    /** Whether these are the parts of the amount as it is typed now. */
    isCurrent,
    /** What to send with the amount, so that what is shown is what is posted. */
    partsHash: isCurrent ? shown.partsHash : undefined,
    error: isAsked ? error : null,
  }
}
