import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshNumber } from '../../../../tests/support/messages/comms.ts'
import { openTextDesk, type TextDesk } from '../../../../tests/support/messages/text-desk.ts'
import { freshSid } from '../../../../tests/support/outside/twilio.ts'

// The provider's callbacks about calls.
let at: TextDesk
beforeAll(async () => {
  at = await openTextDesk()
})
afterAll(() => at.stop())

/** Read once for all tests, so that all of them use the same second. */
const NOW = Date.now()

describe('a call', () => {
  const time = (seconds: number) => new Date(NOW - 600_000 + seconds * 1000).toUTCString()
  const call = (from: string, more: Record<string, string> = {}) => ({
    CallSid: freshSid('CA'),
    From: from,
    To: '+12015550100',
    Direction: 'inbound',
    CallStatus: 'ringing',
    Timestamp: time(0),
    ...more,
  })

  test('that comes in is one message in its number’s thread, and only moves forward', async () => {
    const from = freshNumber()
    const ringing = call(from)
    const first = await at.post('voice', ringing)
    expect([first.status, first.text]).toEqual([201, expect.stringContaining('<Response/>')])
    const known = { CallSid: ringing.CallSid, From: from, To: ringing.To, Direction: 'inbound' }
    const completed = { ...known, CallStatus: 'completed', CallDuration: '42', Timestamp: time(50) }
    await at.post('voice', completed)
    await at.post('voice', { ...known, CallStatus: 'in-progress', Timestamp: time(8) })
    // A recording's callback only names the call.
    const recording = { CallSid: ringing.CallSid, RecordingUrl: 'https://records.example/RE1' }
    await at.post('voice', recording)
    await at.post('voice', { ...known, TranscriptionText: 'Call me back.' })
    const [kept, ...rest] = await at.messagesOf(from)
    expect(rest).toEqual([])
    expect(kept).toMatchObject({
      direction: 'inbound',
      status: 'received',
      content: '',
      external_id: known.CallSid,
      delivery: null,
      occurred_at: new Date(time(0)).toISOString(),
      call: {
        result: 'completed',
        duration_seconds: 42,
        provider: 'twilio',
        ai_summary: null,
        started_at: new Date(time(0)).toISOString(),
        answered_at: new Date(time(8)).toISOString(),
        ended_at: new Date(time(50)).toISOString(),
        recording_count: 1,
        recording_url: 'https://records.example/RE1',
        transcript: 'Call me back.',
      },
    })
    expect((await at.threadOf(from)).unread_count).toBe(1)
    const before = await at.everything()
    for (const again of [ringing, completed, recording]) {
      expect((await at.post('voice', again)).text).toBe(first.text)
    }
    expect(await at.everything()).toEqual(before)
    expect(await at.messagesOf(from)).toEqual([kept])
  })

  test('that goes out is in the thread of the number that was called', async () => {
    const to = freshNumber()
    const out = call('+12015550100', { To: to, Direction: 'outbound-api', CallStatus: 'no-answer' })
    await at.post('voice', out)
    expect(await at.messagesOf(to)).toMatchObject([
      {
        direction: 'outbound',
        status: 'sent',
        sender_type: 'automation',
        delivery: null,
        call: { result: 'no-answer' },
      },
    ])
    expect(await at.threadOf(to)).toMatchObject({ unread_count: 0, status: 'open' })
    const [{ id }] = await at.messagesOf(to)
    expect((await at.comms.api('POST', `messages/${id}/retry`)).body.code).toBe('not_retryable')
    expect((await at.comms.api('POST', `messages/${id}/cancel`)).body.code).toBe('not_cancelable')
    // Callbacks about texts do not affect calls.
    await at.post('status', { MessageSid: out.CallSid, MessageStatus: 'failed' })
    expect((await at.messagesOf(to))[0].status).toBe('sent')
  })

  test('reported several times at once is one message, in either direction', async () => {
    for (const Direction of ['inbound', 'outbound-dial']) {
      const number = freshNumber()
      const ends = Direction === 'inbound' ? { From: number } : { To: number }
      const fields = { ...call('+12015550100', { Direction }), ...ends }
      const all = await Promise.all(Array.from({ length: 5 }, () => at.post('voice', fields)))
      expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
      expect(await at.messagesOf(number)).toHaveLength(1)
    }
  })

  test('that is unknown and only has a recording is ignored', async () => {
    const before = await at.everything()
    const fields = { CallSid: freshSid('CA'), RecordingUrl: 'https://records.example/RE2' }
    expect((await at.post('voice', fields)).status).toBe(201)
    expect(await at.everything()).toEqual(before)
  })
})
