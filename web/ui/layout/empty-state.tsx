import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from '../icons/icon.ts'

interface Props {
  icon: Icon
  title: string
  /** What to do next, in a sentence. */
  children: ReactNode
  action?: ReactNode
  /** Whether nothing else is on the page, so that the title is its h1. */
  isPage?: boolean
}

export function EmptyState({ icon: Shown, title, children, action, isPage }: Props) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md" maw={460} mx="auto" ta="center">
      <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
        <Shown size={24} stroke={1.6} />
      </ThemeIcon>
      {isPage ? (
        <Title order={1} size="md">
          {title}
        </Title>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      <Text size="sm" c="dimmed" style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
