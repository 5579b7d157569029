import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconMail, IconMessage } from '../../../ui/icons/icons.ts'
import type { Desk } from '../grid/model/handle.ts'
import type { Column, Row } from '../list/types.ts'
import { selectedRows } from './bulk-actions.ts'

const MessageDialog = lazy(() =>
  import('./message-dialog.tsx').then((m) => ({ default: m.MessageDialog })),
)

interface Writing {
  medium: 'text' | 'email'
  columns: readonly Column[]
  rows: readonly Row[]
}

/** Writes to the people of the selected rows, by text or email, where there are columns for it. */
export function MessageButtons({ desk }: { desk: Desk }) {
  const { definition, model } = desk
  const [writing, setWriting] = useState<Writing | null>(null)
  const of = (type: Column['type']) => definition.columns.filter((column) => column.type === type)
  const button = (medium: Writing['medium'], label: string, Icon: typeof IconMail) => {
    const columns = of(medium === 'text' ? 'phone' : 'email')
    if (columns.length === 0) return null
    const open = async () => {
      const rows = await selectedRows(desk)
      if (rows.length > 0) setWriting({ medium, columns, rows })
    }
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon size={15} aria-hidden />}
        onClick={open}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      {button('text', 'Text', IconMessage)}
      {button('email', 'Email', IconMail)}
      <Suspense>
        {writing && (
          <MessageDialog
            definition={definition}
            {...writing}
            onSent={(refused) => {
              if (refused.length > 0) model.picked.set(new Set(refused))
            }}
            onClose={() => setWriting(null)}
          />
        )}
      </Suspense>
    </>
  )
}
