import type { Body, Item } from '../../service/api.ts'

export type Webhook = Item<'webhooks.list'>
export type Delivery = Item<'webhooks.listDeliveries'>

/** A webhook's fields in the form. */
export interface WebhookDraft {
  url: string
  description: string
  types: string[]
  role: Webhook['role']
  definitionKeys: string[]
}

const happenings: Record<string, string[]> = {
  rows: ['created', 'updated', 'deleted', 'restored'],
  comment: ['created', 'updated', 'deleted'],
  import: ['started', 'finished', 'recorded', 'undone', 'redone'],
  column: ['created', 'updated', 'deleted', 'restored'],
  obligation: [
    'created',
    'updated',
    'started',
    'submitted',
    'rejected',
    'completed',
    'waived',
    'cancelled',
    'reopened',
    'escalated',
  ],
  document: ['created'],
  deal: ['created', 'updated', 'expected', 'collected', 'clawed_back', 'reversed'],
  deal_split: ['created', 'updated', 'held', 'released', 'deactivated'],
  draw: ['requested', 'paid', 'voided'],
  conversation: ['created', 'updated'],
  message: [
    'queued',
    'sent',
    'delivered',
    'failed',
    'cancelled',
    'received',
    'updated',
    'read',
    'deleted',
  ],
  agreement: ['viewed', 'signed', 'overridden'],
}

/** The types that the form offers: everything, all of a noun, or one event; others can be typed. */
export const eventTypes: readonly string[] = [
  '*',
  ...Object.entries(happenings).flatMap(([noun, verbs]) => [
    ...(verbs.length > 1 ? [`${noun}.*`] : []),
    ...verbs.map((verb) => `${noun}.${verb}`),
  ]),
]

/** The form's initial values. */
export const draftWebhook = (
  webhook: Webhook | undefined,
  definitionKey?: string,
): WebhookDraft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  types: webhook?.types ?? ['rows.*'],
  role: webhook?.role ?? 'viewer',
  definitionKeys: webhook?.filter.definitionKeys ?? (definitionKey ? [definitionKey] : []),
})

export const webhookBody = ({ url, description, types, role, definitionKeys }: WebhookDraft) => ({
  url: url.trim(),
  description: description.trim(),
  // The service refuses a text that is no type.
  types: types as Body<'webhooks.create'>['types'],
  role,
  filter: definitionKeys.length > 0 ? { definitionKeys } : {},
})

/** Whether a webhook can send events of a board or page. */
export const sendsEventsOf = ({ filter }: Webhook, definitionKey: string | undefined): boolean =>
  definitionKey === undefined ||
  filter.definitionKeys === undefined ||
  filter.definitionKeys.includes(definitionKey)
