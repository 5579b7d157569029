import { Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './file-drop.module.css'

interface Props {
  onFile: (file: File) => void
}

/** Takes a file that is dropped or chosen. */
export function FileDrop({ onFile }: Props) {
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
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
        Its first line has the names of the columns. Up to 64 MiB.
      </Text>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        className="visually-hidden"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) onFile(file)
          // The same file, mended meanwhile, may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
