import { Badge, Skeleton, Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { paths, type RecordSettingsTab, recordSettingsTabs } from '../../paths.ts'
import { codeOf, useAnswer } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { DefinitionMark } from '../../ui/records/definition-mark.tsx'
import { WebhooksSettings } from '../../ui/webhooks/webhooks-settings.tsx'
import { DeveloperTab } from './developer-tab.tsx'
import { FormsTab } from './forms/forms-tab.tsx'
import { GeneralTab } from './general/general-tab.tsx'

const ColumnsSettings = lazy(() =>
  import('../../ui/columns/columns-settings.tsx').then((m) => ({ default: m.ColumnsSettings })),
)

const names: Record<RecordSettingsTab, string> = {
  general: 'General',
  columns: 'Columns',
  forms: 'Forms',
  developer: 'Developer',
  webhooks: 'Webhooks',
}

/** The settings of a board or page, tab by tab. */
export function RecordSettingsPage() {
  const { key = '', tab } = useParams({ strict: false })
  const shown = recordSettingsTabs.find((one) => one === tab) ?? 'general'
  const { data, error, refetch } = useAnswer('definitions.get', { params: { key } })
  const go = useGo()
  const list = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  // On a phone the tabs are in a row, and not all of them are visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is open moves
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected="true"]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown, isThere])
  const isAdmin = useMay('admin')
  // Others have no keys there, only what came in; and webhooks are for admins.
  const labels = isAdmin ? names : { ...names, developer: 'What came in' }
  const tabs = recordSettingsTabs.filter((one) => isAdmin || one !== 'webhooks' || one === shown)
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  if (error) {
    return (
      <Page>
        <PageHeader title="Settings" />
        <FailureAlert error={error} onRetry={refetch} />
      </Page>
    )
  }
  const definition = data?.data
  if (!definition) {
    return (
      <Page>
        <PageHeader title="Settings" />
        <Skeleton height={36} width={360} />
        <Skeleton height={160} />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        mark={<DefinitionMark of={definition} size={26} />}
        title={`${definition.name}: settings`}
        part={labels[shown]}
        beside={
          <Badge variant="light" color="gray">
            {definition.kind}
          </Badge>
        }
        actions={<AppLink size="sm" to={paths.records(key)}>{`Open ${definition.name}`}</AppLink>}
      />
      <Tabs
        value={shown}
        onChange={(next) => go(paths.recordSettings(key, next as RecordSettingsTab))}
        keepMounted={false}
      >
        <Tabs.List mb="md" ref={list}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralTab definition={definition} />
        </Tabs.Panel>
        <Tabs.Panel value="columns">
          <Suspense fallback={<Skeleton height={160} />}>
            <ColumnsSettings definition={definition} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="forms">
          <FormsTab definition={definition} />
        </Tabs.Panel>
        <Tabs.Panel value="developer">
          <DeveloperTab definition={definition} />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhooksSettings definitionKey={key} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
