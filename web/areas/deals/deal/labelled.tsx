import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A value under its name, for places too narrow to put it beside. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  )
}
