import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { accepted, api } from '../../../api.ts'
import { askAgain } from '../../../ask-again.ts'
import type { QueryName } from '../../../queries.ts'

/** The queries that a file of a record outdates. */
export const fileQueries: QueryName[] = [
  ['definitions', 'listRowFiles'],
  ['definitions', 'getTimeline'],
]

/** Uploads files and adds them to a record, one after the other; also those that are dropped on it. */
export function useFileAdding(key: string, rowId: string, mayWrite: boolean) {
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const [faults, setFaults] = useState<string[]>([])
  const [isOver, setOver] = useState(false)
  const add = async (files: File[]) => {
    if (files.length === 0) return
    setFaults([])
    setWaiting((before) => before + files.length)
    for (const file of files) {
      try {
        const { data } = await accepted(api.files.create({ file }))
        await accepted(api.definitions.addRowFile({ key, rowId }, { fileId: data.id }))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        setFaults((before) => [...before, `${file.name}: ${why}`])
      }
      setWaiting((before) => before - 1)
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
  return { add, isBusy: waiting > 0, faults, isOver, dropping }
}
