import { useMemo } from 'react'
import { regionOf } from '../../../shared/regions.ts'
import { usePeople } from '../../session.ts'
import { usePhoneText } from '../../ui/values/use-phone-text.ts'
import type { TextContext } from './grid/cells/cell-text.rules.ts'
import type { Definition } from './grid/types.ts'

/**
 * How the cells of a board or page are written: the names of people, and the board's country and time zone; and who
 * opens the composer for an email address in a cell.
 */
export function useTexts(
  { region, timeZone }: Definition['settings'],
  onEmail?: TextContext['onEmail'],
): TextContext {
  const { seats } = usePeople()
  const phoneText = usePhoneText(region)
  const signature = JSON.stringify(seats.map((seat) => [seat.crmUserId, seat.name || seat.email]))
  return useMemo(() => {
    const names = new Map(JSON.parse(signature) as [number, string][])
    const nameOf = (id: number) => names.get(id) ?? `#${id}`
    return { nameOf, timeZone, region: regionOf(region), phoneText, onEmail }
  }, [signature, timeZone, region, phoneText, onEmail])
}
