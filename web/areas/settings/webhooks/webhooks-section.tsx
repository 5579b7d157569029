import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { WebhooksSettings } from '../../../ui/webhooks/webhooks-settings.tsx'

/** The webhooks of the whole workspace; those of one board are in its own settings. */
export function WebhooksSection() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Send signed events to other systems when something happens here."
      />
      <WebhooksSettings />
    </>
  )
}
