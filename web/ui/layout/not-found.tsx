import { paths } from '../../paths.ts'
import { IconMapQuestion } from '../icons/icons.ts'
import { AppLink } from '../links/app-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page, PageHeader } from './page-header.tsx'

export function NotFoundPage() {
  return (
    <Page>
      <PageHeader title="Not found" />
      <EmptyState
        icon={IconMapQuestion}
        title="There is nothing here"
        action={<AppLink to={paths.home()}>Go to Today</AppLink>}
      >
        It may have been deleted, or you may not have access to it in this workspace.
      </EmptyState>
    </Page>
  )
}
