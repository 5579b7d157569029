import { type UrlInput, urlOf } from '../sdk/url.ts'

/** Every URL of the app, made in one place. Search parameters belong to the page that reads them. */
export const paths = {
  home: () => '/',
  signIn: (next?: string) => (next ? `/signin?next=${encodeURIComponent(next)}` : '/signin'),
  signUp: () => '/signup',
  forgot: () => '/forgot',

  records: (key: string) => `/records/${encodeURIComponent(key)}`,
  /** The records that match a filter. */
  recordsWhere: (key: string, filter: object) =>
    `/records/${encodeURIComponent(key)}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  record: (key: string, rowId: string) =>
    `/records/${encodeURIComponent(key)}?row=${encodeURIComponent(rowId)}`,
  newRow: (key: string) => `/records/${encodeURIComponent(key)}?add=1`,
  recordPage: (key: string, rowId: string) =>
    `/records/${encodeURIComponent(key)}/rows/${encodeURIComponent(rowId)}`,
  trash: (key: string) => `/records/${encodeURIComponent(key)}/trash`,
  imports: (key: string) => `/records/${encodeURIComponent(key)}/imports`,
  newImport: (key: string) => `/records/${encodeURIComponent(key)}/imports/new`,
  importRun: (key: string, runId: string) =>
    `/records/${encodeURIComponent(key)}/imports/${encodeURIComponent(runId)}`,
  importFailures: (key: string, runId: string, which: 'refused' | 'left_empty') =>
    urlOf('definitions.listImportFailures', {
      params: { key, runId },
      query: { which, format: 'csv' },
    }),
  recordSettings: (key: string, tab: RecordSettingsTab = 'general') =>
    `/records/${encodeURIComponent(key)}/settings/${tab}`,

  newForm: (key: string) => `/records/${encodeURIComponent(key)}/settings/forms?form=new`,
  form: (key: string, formId: string) =>
    `/records/${encodeURIComponent(key)}/settings/forms?form=${encodeURIComponent(formId)}`,

  /** What came in through a key, a form or an email address, as rows name it: `form:<id>`. */
  receiptsOf: (key: string, sender: string) =>
    `/records/${encodeURIComponent(key)}/settings/developer?sent=${encodeURIComponent(sender)}`,

  conversations: () => '/conversations',
  newConversation: (about?: { to?: string; definitionKey?: string; rowId?: string }) =>
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
  recordCommissions: (key: string, rowId: string) =>
    `/records/${encodeURIComponent(key)}?row=${encodeURIComponent(rowId)}&tab=commissions`,
  ledgerExport: (id: number, query: UrlInput<'accounting.exportLedger'>['query']) =>
    urlOf('accounting.exportLedger', { params: { id }, query }),

  agreements: () => '/agreements',
  agreement: (kind: string) => `/agreements/${kind}`,
  agreementEvidence: (kind: string, format: 'json' | 'html') =>
    urlOf('agreements.getEvidence', { params: { kind }, query: { format } }),

  anySettings: () => '/settings',
  settings: (section: SettingsSection = 'general') => `/settings/${section}`,
  reference: () => '/docs',
  guides: () => '/docs/guides',
  guide: (name: GuideName) => `/docs/guides/integrate/${name}`,

  /** A URL of the service itself, for the browser to download with the session's cookie. */
  exportRows: (key: string, query: UrlInput<'definitions.exportRows'>['query']) =>
    urlOf('definitions.exportRows', { params: { key }, query }),
  fileContent: (id: string) => urlOf('files.content', { params: { id } }),
} as const

/** The pages in docs/integrate, which the service itself shows. */
export const guideNames = [
  'curl',
  'javascript',
  'python',
  'form',
  'automation',
  'webhooks',
] as const
export type GuideName = (typeof guideNames)[number]

export const recordSettingsTabs = ['general', 'columns', 'forms', 'developer', 'webhooks'] as const
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
  'developer',
  'access',
  'account',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]
