import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { useHeads } from '../../../service/heads.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconBook2 } from '../../../ui/icons/icons.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { DefinitionMark } from '../../../ui/records/definition-mark.tsx'

/** Where an integration starts: the reference, and the keys of each page and board. */
export function DeveloperSettings() {
  const { heads, error, refetch } = useHeads()
  const isAdmin = useMay('admin')
  return (
    <>
      <PageHeader
        title="Developer"
        description="Send rows to a page or board, and read them back."
        actions={
          <Group gap="xs">
            <Button component="a" href={paths.guides()} target="_blank" variant="default">
              Guides
            </Button>
            <Button
              component="a"
              href={paths.reference()}
              target="_blank"
              variant="default"
              leftSection={<IconBook2 size={16} aria-hidden />}
            >
              API reference
            </Button>
          </Group>
        }
      />
      <Section
        title="Pages and boards"
        description="Each has its own keys, examples, console and receipts."
      >
        {error && <FailureAlert error={error} onRetry={refetch} />}
        {!heads && !error && <Skeleton height={80} />}
        <Stack gap={4}>
          {heads?.map((definition) => (
            <Group key={definition.key} gap="sm" wrap="nowrap" mih={28}>
              <DefinitionMark of={definition} />
              <AppLink to={paths.recordSettings(definition.key, 'developer')} size="sm" fw={500}>
                {definition.name}
              </AppLink>
              {isAdmin && (
                <Text size="xs" c="dimmed">
                  {definition.key}
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      </Section>
      {isAdmin && (
        <Text size="sm" c="dimmed">
          To send events to another system, add a{' '}
          <AppLink to={paths.settings('webhooks')} underline="always">
            webhook
          </AppLink>
          .
        </Text>
      )}
    </>
  )
}
