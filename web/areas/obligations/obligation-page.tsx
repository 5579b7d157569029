import { Button, Paper, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isOpen } from '../../../shared/obligation-states.ts'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconPencil } from '../../ui/icons/icons.ts'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { WithAside } from '../../ui/layout/with-aside.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { StatusBadge } from '../../ui/obligations/marks.tsx'
import { type Obligation, typeWords } from '../../ui/obligations/obligation-words.rules.ts'
import { Written } from '../../ui/values/written.tsx'
import { ObligationDocument } from './documents/obligation-document.tsx'
import { ObligationHistory } from './history/obligation-history.tsx'
import { ListSkeleton } from './list/obligation-list.tsx'
import { ObligationFacts, ObligationIds } from './obligation-facts.tsx'
import { ObligationParts } from './obligation-parts.tsx'
import { ObligationVerbs } from './verbs/obligation-verbs.tsx'

const EditObligation = lazy(() =>
  import('./form/edit-obligation.tsx').then((m) => ({ default: m.EditObligation })),
)

export function ObligationPage() {
  const id = Number(useParams({ strict: false }).id)
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useAnswer(
    'obligations.get',
    { params: { id } },
    // Obligations become late without an event.
    { enabled: isId, refetchInterval: 60_000 },
  )
  if (!isId || codeOf(error) === 'not_found') return <NotFoundPage />
  if (data) return <Shown key={id} obligation={data.data} />
  return (
    <Page>
      <PageHeader title={`Obligation ${id}`} />
      {error ? <FailureAlert error={error} onRetry={() => refetch()} /> : <ListSkeleton />}
    </Page>
  )
}

function Shown({ obligation }: { obligation: Obligation }) {
  const { title, status, obligationType, description, notes, waivedReason } = obligation
  const mayWrite = useMay('member')
  const [editing, setEditing] = useState(false)
  return (
    <Page>
      <Text size="sm">
        <AppLink to={paths.obligations()}>Obligations</AppLink>
      </Text>
      <PageHeader
        title={title}
        beside={<StatusBadge status={status} />}
        description={typeWords[obligationType]}
        actions={
          <>
            {mayWrite && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
            <ObligationVerbs obligation={obligation} />
          </>
        }
      />
      <WithAside
        asideFirst
        aside={
          <Paper withBorder p="md" component="section" aria-label="Facts">
            <ObligationFacts obligation={obligation} />
            <ObligationIds obligation={obligation} />
          </Paper>
        }
      >
        {waivedReason && (
          <Section title="Why it was waived">
            <Written>{waivedReason}</Written>
          </Section>
        )}
        {description && (
          <Section title="Description">
            <Written>{description}</Written>
          </Section>
        )}
        {notes && (
          <Section title="Notes">
            <Written>{notes}</Written>
          </Section>
        )}
        <Section title="Document">
          <ObligationDocument obligation={obligation} mayChange={mayWrite && isOpen(status)} />
        </Section>
        <ObligationParts obligation={obligation} mayAdd={mayWrite && isOpen(status)} />
        <Section title="History">
          <ObligationHistory obligation={obligation} />
        </Section>
      </WithAside>
      <Suspense>
        {editing && <EditObligation obligation={obligation} onClose={() => setEditing(false)} />}
      </Suspense>
    </Page>
  )
}
