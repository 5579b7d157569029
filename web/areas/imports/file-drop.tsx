import { Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { MOST_IMPORT_MIB } from '../../../shared/limits.ts'
import classes from './file-drop.module.css'

interface Props {
  onFile: (file: File) => void
}

const TABLE = /\.(csv|tsv|txt|xlsx)$/i

/** Takes a file that is dropped or chosen. */
export function FileDrop({ onFile }: Props) {
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    if (TABLE.test(file.name)) onFile(file)
    else setRefused(file.name)
  }
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    take(event.dataTransfer.files[0])
  }
  return (
    <label
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden />
      <Text span fw={600}>
        Drop a CSV or XLSX file here, or choose one
      </Text>
      <Text span size="sm" c="dimmed">
        Its first line has the names of the columns. Up to {MOST_IMPORT_MIB} MiB.
      </Text>
      {refused !== undefined && (
        <Text span size="sm" c="var(--mantine-color-error)" role="alert">
          “{refused}” is neither CSV nor XLSX. Save the table as one of them, and drop that.
        </Text>
      )}
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        className="visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file, mended meanwhile, may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
