/** Every URL of the app, made in one place. Search parameters belong to the page that reads them. */
export const paths = {
  home: () => '/',
  signIn: (next?: string) => (next ? `/signin?next=${encodeURIComponent(next)}` : '/signin'),
  signUp: () => '/signup',
  forgot: () => '/forgot',

  records: (key: string) => `/records/${encodeURIComponent(key)}`,
  record: (key: string, rowId: string) =>
    `/records/${encodeURIComponent(key)}?row=${encodeURIComponent(rowId)}`,
  trash: (key: string) => `/records/${encodeURIComponent(key)}/trash`,
  imports: (key: string) => `/records/${encodeURIComponent(key)}/imports`,
  newImport: (key: string) => `/records/${encodeURIComponent(key)}/imports/new`,
  importRun: (key: string, runId: string) =>
    `/records/${encodeURIComponent(key)}/imports/${encodeURIComponent(runId)}`,
  importFailures: (key: string, runId: string) =>
    `/v1/definitions/${encodeURIComponent(key)}/imports/${encodeURIComponent(runId)}/failures?format=csv`,
  recordSettings: (key: string, tab: RecordSettingsTab = 'general') =>
    `/records/${encodeURIComponent(key)}/settings/${tab}`,

  conversations: () => '/conversations',
  newConversation: (about?: { to: string; definitionKey: string; rowId: string }) =>
    `/conversations?${new URLSearchParams({ new: 'true', ...about })}`,
  conversation: (id: number) => `/conversations/${id}`,

  obligations: () => '/obligations',
  dealObligations: (dealRowId: string) => `/obligations?dealRowId=${encodeURIComponent(dealRowId)}`,
  newObligation: (dealRowId?: string) =>
    dealRowId
      ? `/obligations?new=1&dealRowId=${encodeURIComponent(dealRowId)}`
      : '/obligations?new=1',
  obligation: (id: number) => `/obligations/${id}`,

  deals: () => '/deals',
  newDeal: (dealRowId?: string) =>
    dealRowId ? `/deals?new=1&dealRowId=${encodeURIComponent(dealRowId)}` : '/deals?new=1',
  deal: (id: number) => `/deals/${id}`,
  ledgerExport: (id: number, kind?: string) =>
    `/v1/accounting/deals/${id}/ledger/export${kind ? `?kind=${kind}` : ''}`,

  agreements: () => '/agreements',
  agreement: (kind: string) => `/agreements/${kind}`,
  agreementEvidence: (kind: string, format: 'json' | 'html') =>
    `/v1/workspace/agreements/${encodeURIComponent(kind)}/evidence?format=${format}`,

  anySettings: () => '/settings',
  settings: (section: SettingsSection = 'general') => `/settings/${section}`,
  reference: () => '/docs',

  /** Of the service itself, to be saved by the browser: the session goes with it. */
  exportRows: (key: string, query: URLSearchParams) =>
    `/v1/definitions/${encodeURIComponent(key)}/export?${query}`,
  fileContent: (id: string) => `/v1/files/${encodeURIComponent(id)}/content`,
} as const

export const recordSettingsTabs = ['general', 'columns', 'developer', 'webhooks'] as const
export type RecordSettingsTab = (typeof recordSettingsTabs)[number]

export const settingsSections = [
  'general',
  'members',
  'teams',
  'policies',
  'channels',
  'templates',
  'opt-outs',
  'webhooks',
  'account',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]
