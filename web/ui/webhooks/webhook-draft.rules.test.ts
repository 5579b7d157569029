import { expect, test } from 'vitest'
import {
  draftWebhook,
  eventTypes,
  sendsEventsOf,
  type Webhook,
  webhookBody,
} from './webhook-draft.rules.ts'

const webhook = (filter: Webhook['filter']) => ({ filter }) as Webhook

test('every type that is offered is one that the service takes', () => {
  for (const type of eventTypes) expect(type).toMatch(/^(?:[a-z_]+\.(?:[a-z_]+|\*)|\*)$/)
  expect(new Set(eventTypes).size).toBe(eventTypes.length)
})

test('a new webhook starts with the rows of its board, as a viewer sees them', () => {
  expect(
    webhookBody({ ...draftWebhook(undefined, 'leads'), url: ' https://example.com/hook ' }),
  ).toEqual({
    url: 'https://example.com/hook',
    description: '',
    types: ['rows.*'],
    role: 'viewer',
    filter: { definitionKeys: ['leads'] },
  })
  expect(webhookBody(draftWebhook(undefined)).filter).toEqual({})
})

test('a webhook without a filter covers every board', () => {
  expect(sendsEventsOf(webhook({}), 'leads')).toBe(true)
  expect(sendsEventsOf(webhook({ definitionKeys: ['deals'] }), 'leads')).toBe(false)
  expect(sendsEventsOf(webhook({ definitionKeys: ['deals'] }), undefined)).toBe(true)
})
