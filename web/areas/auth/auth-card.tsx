import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../ui/layout/page-title.ts'

interface Props {
  title: string
  description?: ReactNode
  children: ReactNode
  /** Links to other pages, such as sign-up and sign-in. */
  footer?: ReactNode
}

/** The only content of a page for people who are not signed in. */
export function AuthCard({ title, description, children, footer }: Props) {
  usePageTitle(title)
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="md">
        <Group gap="xs" justify="center">
          <img src="/icon.svg" alt="" width={28} height={28} />
          <Text fw={600} size="xl">
            Sourcebook
          </Text>
        </Group>
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }}>
          <Stack>
            <Stack gap={4}>
              <Title order={1}>{title}</Title>
              {description && (
                <Text size="sm" c="dimmed">
                  {description}
                </Text>
              )}
            </Stack>
            {children}
          </Stack>
        </Paper>
        {footer && (
          <Group justify="center" gap="lg">
            {footer}
          </Group>
        )}
      </Stack>
    </Center>
  )
}
