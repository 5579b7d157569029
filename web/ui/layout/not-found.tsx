import { IconMapQuestion } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { AppLink } from '../links/app-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page, PageHeader } from './page-header.tsx'

export function NotFoundPage() {
  return (
    <Page>
      <PageHeader title="Not found" />
      <EmptyState
        icon={IconMapQuestion}
        title="There is nothing at this address"
        action={<AppLink to={paths.home()}>Go to the start</AppLink>}
      >
        It may have been deleted, or you may not see it from this workspace.
      </EmptyState>
    </Page>
  )
}
