import { Skeleton, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer, useChange } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { WithAside } from '../../ui/layout/with-aside.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { AgreementFacts } from './agreement-facts.tsx'
import { AgreementText } from './agreement-text.tsx'
import { AgreementVersions } from './agreement-versions.tsx'
import { type AgreementStanding, effectiveDay, readablePart } from './agreement-words.ts'
import { SignForm } from './sign-form.tsx'
import { StandingMarks } from './standing-marks.tsx'

/** An agreement to read and sign. Opening it is recorded, which accepts nothing. */
export function AgreementPage() {
  const { kind = '' } = useParams({ strict: false })
  const { data, error, refetch } = useAnswer('agreements.get', { params: { kind } })
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  if (data) return <Shown key={kind} standing={data.data} />
  return (
    <Page>
      <PageHeader title="Agreement" />
      {error ? <FailureAlert error={error} onRetry={() => refetch()} /> : <Skeleton height={400} />}
    </Page>
  )
}

function Shown({ standing }: { standing: AgreementStanding }) {
  const { kind, title, version, effectiveAt, html } = standing
  const { mutate: stamp } = useChange('agreements.markViewed', { outdates: [['agreements']] })
  const stamped = useRef('')
  useEffect(() => {
    if (stamped.current === version) return
    stamped.current = version
    stamp({ params: { kind } })
  }, [kind, version, stamp])
  return (
    <Page>
      <Text size="sm">
        <AppLink to={paths.agreements()}>Agreements</AppLink>
      </Text>
      <PageHeader
        title={title}
        beside={<StandingMarks standing={standing} />}
        description={`Version ${version}, in effect since ${effectiveDay(effectiveAt)}`}
      />
      <WithAside
        aside={
          <>
            <AgreementFacts standing={standing} />
            <AgreementVersions kind={kind} />
          </>
        }
      >
        <AgreementText html={readablePart(html)} title={`${title}, version ${version}`} />
        <SignForm standing={standing} />
      </WithAside>
    </Page>
  )
}
