import { useMemo } from 'react'
import { usePeople } from '../../session.ts'
import type { TextContext } from './grid/cells/cell-text.rules.ts'
import type { Definition } from './grid/types.ts'

/** How the cells of a board or page are written: the names of people, and the board's time zone. */
export function useTexts({ timeZone }: Definition['settings']): TextContext {
  const { seats } = usePeople()
  const signature = JSON.stringify(seats.map((seat) => [seat.crmUserId, seat.name || seat.email]))
  return useMemo(() => {
    const names = new Map(JSON.parse(signature) as [number, string][])
    return { nameOf: (id: number) => names.get(id) ?? `#${id}`, timeZone }
  }, [signature, timeZone])
}
