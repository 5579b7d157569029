import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconSignature } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { type AgreementStanding, effectiveDay, isWaiting } from './agreement-words.ts'
import { StandingMarks } from './standing-marks.tsx'

/** Every agreement in effect, and whether the reader and the workspace have signed it. */
export function AgreementsPage() {
  const { data, error, refetch } = useAnswer('agreements.list', { query: { limit: 100 } })
  return (
    <Page>
      <PageHeader
        title="Agreements"
        description="From the people who run this service, for you to read and sign."
      />
      {error ? <FailureAlert error={error} onRetry={() => refetch()} /> : null}
      {!data && !error && <Skeleton height={120} />}
      {data && <Standings standings={data.data} />}
    </Page>
  )
}

function Standings({ standings }: { standings: AgreementStanding[] }) {
  if (standings.length === 0) {
    return (
      <EmptyState icon={IconSignature} title="No agreements yet">
        If the people who run this service publish one, it appears here.
      </EmptyState>
    )
  }
  const waiting = standings.filter(isWaiting)
  const settled = standings.filter((standing) => !isWaiting(standing))
  return (
    <>
      {waiting.length > 0 && <Listed title="To sign" standings={waiting} />}
      {settled.length > 0 && <Listed title="Signed" standings={settled} />}
    </>
  )
}

function Listed({ title, standings }: { title: string; standings: AgreementStanding[] }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {standings.map((standing) => (
          <Card key={standing.kind} component="li" withBorder padding="md">
            <Group justify="space-between" gap="sm">
              <div>
                <AppLink to={paths.agreement(standing.kind)} fw={600}>
                  {standing.title}
                </AppLink>
                <Text size="sm" c="dimmed">
                  Version {standing.version}, in effect since {effectiveDay(standing.effectiveAt)}
                  {standing.firstViewedAt === null && '; you have not opened it yet'}
                </Text>
              </div>
              <StandingMarks standing={standing} />
            </Group>
          </Card>
        ))}
      </Stack>
    </section>
  )
}
