import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconTableImport } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { ImportWizard } from './import-wizard.tsx'
import { withOwnId } from './questions/own-id.rules.ts'

/** The page to import a file. */
export function NewImportPage() {
  const { key = '' } = useParams({ strict: false })
  const { data, error, refetch } = useAnswer('definitions.get', { params: { key } })
  const mayWrite = useMay('member')
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  const name = data?.data.name
  return (
    <Page>
      <PageHeader
        title={name ? `Import into ${name}` : 'Import'}
        description="You get a preview before anything is written, and you can undo the whole import."
        actions={
          <AppLink size="sm" to={paths.imports(key)}>
            Past imports
          </AppLink>
        }
      />
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data && mayWrite && <ImportWizard definition={withOwnId(data.data)} />}
      {data && !mayWrite && (
        <EmptyState icon={IconTableImport} title="Viewers can’t import">
          Members and above can import files here. You can see the results under past imports.
        </EmptyState>
      )}
    </Page>
  )
}
