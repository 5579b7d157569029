import { Button, Group } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../paths.ts'
import { codeOf, Refused } from '../service/api.ts'
import { isPartMissing } from '../service/missing-part.rules.ts'
import { useReached } from '../service/reach.ts'
import { FailureAlert } from '../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../ui/layout/page-header.tsx'
import { AppLink } from '../ui/links/app-link.tsx'
import { MissingPart } from './frame/missing-part.tsx'

/** Stands in for a page that could not be shown: why, the request's id, and where to go. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const reached = useReached()
  useEffect(() => {
    if (reached && codeOf(error) === 'unreachable') reset()
  }, [reached, error, reset])
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  if (isPartMissing(error)) return <MissingPart />
  return (
    <Page>
      <PageHeader title="This page could not be shown" />
      {error instanceof Refused ? (
        <FailureAlert error={error} title="What happened" />
      ) : (
        <FailureAlert
          error={error}
          title="Something is broken here"
          text={`Nothing you saved is lost. If this happens again, tell whoever runs this service: ${(error as Error).message}`}
        />
      )}
      <Group>
        <Button onClick={reset}>Try again</Button>
        <AppLink to={paths.home()}>Go to Today</AppLink>
      </Group>
    </Page>
  )
}
