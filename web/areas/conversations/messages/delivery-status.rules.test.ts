import { describe, expect, test } from 'vitest'
import { deliveryStatusOf, isRetried, type Message } from './delivery-status.rules.ts'

const NOW = Date.parse('2026-03-02T14:00:00.000Z')
const clock = (at: string) => at.slice(11, 16)

const blank: Message = {
  id: 7,
  conversation_id: 1,
  parent_message_id: null,
  medium: 'text',
  direction: 'outbound',
  status: 'queued',
  subject: null,
  content: 'Hello',
  content_html: null,
  external_id: null,
  is_deleted: false,
  sender_id: 1,
  sender_name: 'Dana',
  sender_type: 'user',
  occurred_at: '2026-03-02T13:59:00.000Z',
  recorded_at: '2026-03-02T13:59:00.000Z',
  delivered_at: null,
  read_at: null,
  call: null,
  delivery: {
    attempts: 0,
    claimed_at: null,
    claimed_by: null,
    error: null,
    settled_at: null,
    next_attempt_at: '2026-03-02T13:59:00.000Z',
    state: 'pending',
  },
  text: {
    error_code: null,
    error_message: null,
    media_count: 0,
    provider: 'twilio',
    segment_count: 1,
  },
}
type Delivery = NonNullable<Message['delivery']>
const message = (delivery: Partial<Delivery>, more: Partial<Message> = {}): Message => ({
  ...blank,
  ...more,
  delivery: { ...blank.delivery!, ...delivery },
})
const email = { medium: 'email', text: null, external_id: '<a@example.com>' } as const
const status = (one: Message) => deliveryStatusOf(one, NOW, clock)
const failedWith = (error_code: string | null) =>
  message({ state: 'failed', error: 'The provider answered 400.' }, {
    text: { ...blank.text!, error_code },
  } as Partial<Message>)

describe('a waiting message', () => {
  test('that waits for a worker is queued', () => {
    expect(status(blank)).toMatchObject({ label: 'Queued', may: 'cancel' })
  })
  test('that waits for another try says when, and why', () => {
    const tried = message(
      { attempts: 1, next_attempt_at: '2026-03-02T14:32:00.000Z', error: '451 Greylisted' },
      email,
    )
    expect(status(tried)).toMatchObject({
      label: 'Waiting: second try at 14:32',
      detail: '451 Greylisted.',
      may: 'cancel',
    })
  })
  test('that waits for its recipient’s morning, or for its channel, says so', () => {
    const night = message({ next_attempt_at: '2026-03-02T23:00:00.000Z' })
    expect(status(night)).toMatchObject({
      label: 'Waiting until 23:00',
      detail: expect.stringContaining('8 am–8 pm recipient time'),
    })
    const pace = message({ next_attempt_at: '2026-03-02T14:01:00.000Z' })
    expect(status(pace).detail).toContain('per minute')
  })
})

describe('a settled message', () => {
  test('that failed says why, and can be sent again', () => {
    expect(status(failedWith('30003'))).toMatchObject({
      label: 'Failed: the number cannot be reached (30003)',
      tone: 'bad',
      may: 'retry',
    })
    expect(status(failedWith(null)).label).toBe('Failed: The provider answered 400')
    expect(status(message({ state: 'sent' }, { status: 'undelivered' }))).toMatchObject({
      label: 'Not delivered',
      may: 'retry',
    })
  })
  test('that would fail again says so, if the number itself is the cause', () => {
    for (const code of ['21211', '21614', '30005', '30006']) {
      expect(status(failedWith(code))).toMatchObject({
        may: 'retry',
        isHopeless: true,
        remedy: expect.stringContaining('another number, or email'),
      })
    }
    expect(status(failedWith('30003')).isHopeless).toBeUndefined()
  })
  test('with an unknown outcome says that it may have been delivered', () => {
    expect(status(message({ state: 'uncertain', error: 'socket hang up' }))).toMatchObject({
      tone: 'unsure',
      may: 'retry',
      detail: expect.stringMatching(/^socket hang up\. We/),
    })
  })
  test('that was sent says how far it got', () => {
    const settled_at = '2026-03-02T13:59:30.000Z'
    const took = message({ state: 'sent', settled_at }, { ...email, status: 'sent' })
    expect(status(took).label).toBe('Sent: the mail server accepted it 13:59')
    const read = { status: 'read', read_at: '2026-03-02T14:00:00.000Z' } as const
    expect(status(message({ state: 'sent' }, read)).label).toBe('Read 14:00')
  })
  test('without a channel was sent to nobody', () => {
    const local = { status: 'sent', text: { ...blank.text!, provider: 'local' } } as const
    expect(status(message({ state: 'sent' }, local)).label).toBe('Not sent: no channel connected')
  })
  test('that was cancelled, or is on its way, offers no action', () => {
    for (const state of ['cancelled', 'claimed'] as const) {
      expect(status(message({ state })).may).toBeUndefined()
    }
  })
})

test('a message that was sent again cannot be sent once more', () => {
  const again = { ...blank, id: 9, parent_message_id: 7 }
  expect(isRetried(blank, [blank, again])).toBe(true)
  expect(isRetried(again, [blank, again])).toBe(false)
  expect(isRetried(blank, [blank, { ...again, content: 'Another' }])).toBe(false)
})
