import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { accepted, api } from '../../../service/api.ts'
import { askAgain } from '../../../service/ask-again.ts'
import { onceReached } from '../../../service/once-reached.ts'
import type { QueryName } from '../../../service/queries.ts'
import { storeFile } from '../../../service/uploads.ts'

/** The queries that a file of a record outdates. */
export const fileQueries: QueryName[] = [
  ['definitions', 'listRowFiles'],
  ['definitions', 'getTimeline'],
]

/** Uploads files and adds them to a record, one after the other; also those that are dropped on it. */
export function useFileAdding(key: string, rowId: string, mayWrite: boolean) {
  const queries = useQueryClient()
  /** The files that are not in the record yet, by name. */
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [faults, setFaults] = useState<string[]>([])
  const [isOver, setOver] = useState(false)
  const add = async (files: File[]) => {
    if (files.length === 0) return
    setFaults([])
    setWaiting((before) => [...before, ...files.map(({ name }) => name)])
    for (const file of files) {
      try {
        const { id: fileId } = await storeFile(file)
        await accepted(onceReached(() => api.definitions.addRowFile({ key, rowId }, { fileId })))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        setFaults((before) => [...before, `${file.name}: ${why}`])
      }
      setWaiting((before) => before.toSpliced(before.indexOf(file.name), 1))
    }
    await askAgain(queries, fileQueries)
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => mayWrite && dataTransfer.types.includes('Files')
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget as Node | null
      if (!event.currentTarget.contains(to)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void add([...event.dataTransfer.files])
    },
  }
  return { add, waiting, faults, isOver, dropping }
}
