import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type DragEvent, useState } from 'react'
import { MOST_IMPORT_MIB } from '../../../../shared/limits.ts'
import { IconFileUpload } from '../../../ui/icons/icons.ts'
import classes from './file-drop.module.css'

interface Props {
  onFile: (file: File) => void
}

/** What else people take for a workbook is sent too: the service says what it is, and how to save it. */
const TABLE = /\.(csv|tsv|tab|txt|xls|xlsx|xlsm|xltx|xltm|xlsb|ods|numbers)$/i

/** Takes a file by drag and drop or from a file dialog. */
export function FileDrop({ onFile }: Props) {
  const [over, setOver] = useState(false)
  const isTouched = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false })
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
        {isTouched ? 'Choose a CSV or XLSX file' : 'Drop a CSV or XLSX file here, or choose one'}
      </Text>
      <Text span size="sm" c="dimmed">
        A first row with the column names helps. Up to {MOST_IMPORT_MIB} MiB.
      </Text>
      {refused !== undefined && (
        <Text span size="sm" c="var(--mantine-color-error)" role="alert">
          “{refused}” is neither CSV nor XLSX. Save it as one of these and try again.
        </Text>
      )}
      <input
        type="file"
        accept=".csv,.tsv,.tab,.txt,.xls,.xlsx,.xlsm,.xltx,.xltm,.xlsb,.ods,.numbers"
        className="visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // Somebody may correct the file and choose it again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
