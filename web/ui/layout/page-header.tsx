import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

interface Props {
  title: string
  /** The part of the page that is open, if it has an address of its own; it comes first in the document's title. */
  part?: string
  /** Before the title: an icon. */
  mark?: ReactNode
  /** Beside the title: badges, counts. */
  beside?: ReactNode
  description?: ReactNode
  /** On the right, or below on a phone. */
  actions?: ReactNode
}

/** The page's only h1, which is also the document's title. */
export function PageHeader({ title, part, mark, beside, description, actions }: Props) {
  usePageTitle(title, part)
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 200px">
        <Group gap="sm">
          {mark}
          <Title order={1}>{title}</Title>
          {beside}
        </Group>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}

/** A page with the usual margins; the grid has none. */
export function Page({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <Stack gap="md" p={{ base: 'sm', sm: 'lg' }} maw={wide ? undefined : 1200} mx="auto" w="100%">
      {children}
    </Stack>
  )
}
