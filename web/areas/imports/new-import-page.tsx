import { Skeleton } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { codeOf, useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { ImportWizard } from './import-wizard.tsx'

/** Where a file becomes rows. */
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
        description="Nothing is written before you have seen what would become of it, and an import can be undone as a whole."
        actions={<AppLink to={paths.imports(key)}>Earlier imports</AppLink>}
      />
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data && mayWrite && <ImportWizard definition={data.data} />}
      {data && !mayWrite && (
        <EmptyState icon={IconTableImport} title="A viewer imports nothing">
          A member, or anybody who may do more, brings a file here; you see what came of it under
          the earlier imports.
        </EmptyState>
      )}
    </Page>
  )
}
