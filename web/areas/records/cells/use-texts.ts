import { useMemo } from 'react'
import { natureOf } from '../../../../shared/column-types.ts'
import { regionOf } from '../../../../shared/regions.ts'
import { usePeople } from '../../../service/session.ts'
import { usePhoneText } from '../../../ui/values/use-phone-text.ts'
import { useSenders } from '../../../ui/values/use-senders.ts'
import type { Definition } from '../list/types.ts'
import type { TextContext } from './cell-text.rules.ts'

/**
 * How the cells of a board or page are written: the names of people and of what sends rows, and the board's country and
 * time zone; and who opens the composer for an email address in a cell.
 */
export function useTexts(
  definition: Pick<Definition, 'key' | 'columns' | 'settings'>,
  onEmail?: TextContext['onEmail'],
): TextContext {
  const { region, timeZone } = definition.settings
  const { seats } = usePeople()
  const namesSenders = definition.columns.some((column) => natureOf(column) === 'actor')
  const senders = useSenders(definition.key, namesSenders)
  const phoneText = usePhoneText(region)
  const signature = JSON.stringify(seats.map((seat) => [seat.crmUserId, seat.name || seat.email]))
  return useMemo(() => {
    const names = new Map(JSON.parse(signature) as [number, string][])
    const nameOf = (id: number) => names.get(id) ?? `#${id}`
    return { nameOf, senders, timeZone, region: regionOf(region), phoneText, onEmail }
  }, [signature, senders, timeZone, region, phoneText, onEmail])
}
