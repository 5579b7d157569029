import { useEffect, useState } from 'react'
import { accepted, api } from '../../../../service/api.ts'
import type { RowGroup } from './groups.rules.ts'
import type { RowQuery } from './row-query.rules.ts'
import type { RowSource } from './row-source.ts'

const QUIET_MS = 1_500

type Sums = RowGroup['sums']
const nameOf = (value: unknown): string => JSON.stringify(value ?? null)

interface GroupSums {
  of: (group: RowGroup) => Sums
  /** False from a change until the sums have been read again. */
  isSure: boolean
}

/** The sums of each group: as they came with the rows, and read again once changes have come to rest. */
export function useGroupSums(source: RowSource, query: RowQuery): GroupSums {
  const [isSure, setSure] = useState(true)
  const [later, setLater] = useState<ReadonlyMap<string, Sums> | null>(null)
  useEffect(() => {
    if (!query.group || !query.sum) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let read = source.groups.get()
    let stop = new AbortController()
    const again = async () => {
      stop = new AbortController()
      const asked = { ...query, limit: 1, signal: stop.signal }
      const answer = await accepted(api.definitions.listRows({ key: source.key }, asked))
      const sums = (answer.groups ?? []).map((one) => [nameOf(one.value), one.sums] as const)
      setLater(new Map(sums))
      setSure(true)
    }
    const end = source.altered.subscribe(() => {
      clearTimeout(timer)
      stop.abort()
      if (source.groups.get() !== read) {
        // They came with the rows.
        read = source.groups.get()
        setLater(null)
        setSure(true)
        return
      }
      setSure(false)
      // The shown sums stay if they cannot be read; the rows themselves say that the service is away.
      timer = setTimeout(() => void again().catch(() => {}), QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stop.abort()
      end()
      setLater(null)
      setSure(true)
    }
  }, [source, query])
  return {
    isSure,
    of: (group) => (later ? (later.get(nameOf(group.value)) ?? {}) : group.sums),
  }
}
