import { expect, test } from 'vitest'
import type { FeedEvent } from '../../../../sdk/client.ts'
import { actsOf } from './acts.rules.ts'
import { actorName, actWords, changesIn, sentTo } from './event.rules.ts'

const names = {
  person: (number: number) => (number === 1 ? 'Dana' : `#${number}`),
  token: (actor: string) => (actor === 'token:t' ? 'Zapier for Dana' : undefined),
  definition: (key: string) => key.toUpperCase(),
  column: (_: string, key: string) => `“${key}”`,
  cell: (_: string, key: string, value: unknown) =>
    key === 'amount' ? `$${value}` : typeof value === 'string' ? value : JSON.stringify(value),
  address: (address: string) => (address === '+14155550132' ? '(415) 555-0132' : address),
  obligation: (id: number) => (id === 4 ? 'Bank statements' : undefined),
  deal: (id: number) => (id === 1 ? 'Bayside' : undefined),
  conversation: (id: number) => (id === 2 ? 'Rosa Delgado' : undefined),
}
const leads = { id: 'l', key: 'leads', kind: 'page' } as const
const event = (type: string, subject: string, data: object = {}) =>
  ({
    id: 'e',
    cursor: 'c',
    type,
    subject,
    at: '2026-11-21T00:00:00Z',
    actor: 'user:1',
    data,
  }) as FeedEvent
const deed = (...args: Parameters<typeof event>) =>
  actWords(actsOf([event(...args)])[0]!, names).join('')
const changesOf = (...events: FeedEvent[]) => changesIn(actsOf(events)[0]!, names)

test.each([
  ['user:1', 'Dana'],
  ['key:01a2', 'A key'],
  ['form:01a2', 'A form'],
  ['address:01a2', 'An email address'],
  ['token:t', 'Zapier for Dana'],
  ['token:u', 'An access token'],
  ['contact', 'A contact'],
  ['system', 'The service'],
])('%s is %s', (actor, name) => {
  expect(actorName(actor, names)).toBe(name)
})

test('a key, form or email address is looked up among those of the board or page it wrote to', () => {
  const data = { definition: leads } as FeedEvent['data']
  for (const actor of ['key:01a2', 'form:01a2', 'address:01a2']) {
    expect(sentTo({ actor, data })).toBe('leads')
    expect(sentTo({ actor, data: {} as FeedEvent['data'] })).toBeUndefined()
  }
  for (const actor of ['user:1', 'token:t', 'contact', 'system']) {
    expect(sentTo({ actor, data })).toBeUndefined()
  }
})

test.each([
  [deed('rows.created', 'page:l', { definition: leads, rows: [{}] }), 'added 1 row of LEADS'],
  [
    deed('rows.deleted', 'page:l', { definition: leads, rowIds: ['a', 'b'] }),
    'moved 2 rows of LEADS to the trash',
  ],
  [deed('rows.updated', 'page:l', { rowCount: 700 }), 'changed 700 rows'],
  [deed('view.created', 'page:l', { definition: leads }), 'created a view of LEADS'],
  [deed('page.updated', 'page:l', { definition: leads }), 'updated the page LEADS'],
  [
    deed('column_policy.updated', 'column:c', { definition: leads, column: { key: 'margin' } }),
    'changed who can see or edit the column “margin” of LEADS',
  ],
  [
    deed('column_policy.deleted', 'page:l', { definition: leads }),
    'opened a column of LEADS to everyone',
  ],
  [
    deed('obligation.completed', 'obligation:4', { obligationId: 4 }),
    'completed the obligation “Bank statements”',
  ],
  [deed('obligation.completed', 'obligation:5', { obligationId: 5 }), 'completed an obligation'],
  [deed('deal.clawed_back', 'deal:1', { dealId: 1 }), 'recorded a clawback on the deal “Bayside”'],
  [deed('deal_split.held', 'deal_split:4', { dealId: 1 }), 'held a split of the deal “Bayside”'],
  [deed('draw.paid', 'draw:x', { dealId: 1 }), 'paid a draw from the deal “Bayside”'],
  [deed('draw.paid', 'draw:x', { dealId: 9 }), 'paid a draw'],
  [
    deed('message.sent', 'message:5', { conversationId: 2 }),
    'sent a message in the conversation with Rosa Delgado',
  ],
  [deed('message.sent', 'message:5', { conversationId: 3 }), 'sent a message'],
  [
    deed('message.sent', 'message:5', { conversationId: 3, inOutbox: true }),
    'kept a message in the local outbox, not sent',
  ],
  [
    deed('conversation.updated', 'conversation:2', { conversationId: 2 }),
    'updated the conversation with Rosa Delgado',
  ],
  [deed('seat.invited', 'seat:1'), 'invited Dana'],
  [deed('seat.removed', 'seat:9', { name: 'Kim' }), 'removed Kim'],
  [deed('seat.created', 'seat:1', { role: 'member' }), 'gave Dana a seat'],
  [deed('seat.updated', 'seat:1', { name: 'D.' }), 'updated the seat of Dana'],
  [deed('agreement.signed', 'agreement:broker_agreement'), 'signed the broker agreement'],
  [
    deed('agreement.overridden', 'agreement:broker_agreement'),
    'changed the minimum in the broker agreement',
  ],
  [deed('import.undone', 'import:x', { definition: leads }), 'undid an import into LEADS'],
  [deed('comment.created', 'page:l', { definition: leads }), 'added a comment in LEADS'],
  [
    deed('arrival.blocked', 'page:l', { definition: leads }),
    'blocked something sent to a form or an email address of LEADS',
  ],
  [deed('key.revoked', 'key:x'), 'revoked a key'],
  [deed('key.created', 'key:x', { name: 'Zapier' }), 'created the key “Zapier”'],
  [deed('channel.deleted', 'channel:x', { name: 'Mail' }), 'disconnected the channel “Mail”'],
  [
    deed('opt_out.changed', 'opt_out:text:+14155550132'),
    'recorded whether (415) 555-0132 wants messages',
  ],
  [deed('gadget.made', 'gadget:x'), 'made a gadget'],
])('%s', (words, wanted) => {
  expect(words).toBe(wanted)
})

test('the first changed cells are listed, and how many more there are', () => {
  const cells = ['amount', 'b', 'c', 'd'].map((column) => ({ column, from: null, to: 1 }))
  const changes = [{ rowId: 'r', entryId: 'e', cells }]
  expect(changesOf(event('rows.updated', 'page:l', { definition: leads, changes }))).toEqual([
    { column: '“amount”', from: 'empty', to: '$1' },
    { column: '“b”', from: 'empty', to: '1' },
    { column: '“c”', from: 'empty', to: '1' },
    'and 1 more',
  ])
  const long = [
    { rowId: 'r', entryId: 'e', cells: [{ column: 'x', from: 'y'.repeat(99), to: '' }] },
  ]
  expect(changesOf(event('rows.updated', 'page:l', { changes: long }))[0]).toEqual({
    column: 'x',
    from: `${'y'.repeat(60)}…`,
    to: 'empty',
  })
})

test('for a seat, its current state is shown', () => {
  const change = { role: 'manager', status: 'suspended', teamIds: [] }
  expect(changesOf(event('seat.updated', 'seat:1', change))).toEqual([
    'Role: Manager',
    'Status: suspended',
  ])
})

test('changes of one row within a minute are one line, and each is shown', () => {
  const changed = (column: string, from: number, to: number) =>
    event('rows.updated', 'page:l', {
      definition: leads,
      rows: [{ id: 'r' }],
      changes: [{ rowId: 'r', entryId: `${to}`, cells: [{ column, from, to }] }],
    })
  const events = [changed('amount', 2, 3), changed('amount', 1, 2), changed('b', 1, 2)]
  expect(actsOf(events)).toHaveLength(1)
  expect(actWords(actsOf(events)[0]!, names).join('')).toBe('changed 1 row of LEADS')
  expect(changesOf(...events)).toEqual([
    { column: '“amount”', from: '$2', to: '$3' },
    { column: '“amount”', from: '$1', to: '$2' },
    { column: '“b”', from: '1', to: '2' },
  ])
})
