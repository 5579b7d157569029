import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { WebhooksSettings } from '../../../ui/webhooks/webhooks-settings.tsx'

/** The webhooks of the whole workspace; those of one board stand in its own settings. */
export function WebhooksSection() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses of other systems that are told what happens here, signed, as a role would see it."
      />
      <WebhooksSettings />
    </>
  )
}
