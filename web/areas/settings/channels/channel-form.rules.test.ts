import { expect, test } from 'vitest'
import {
  blankChannel,
  type Channel,
  channelBody,
  filledChannel,
  problemsOf,
  voiceUrlOf,
} from './channel-form.rules.ts'

test('a form sends what its provider takes, and no empty fields', () => {
  const form = {
    ...blankChannel,
    name: ' Mail ',
    from: 'desk@example.com',
    host: 'smtp.example.com',
  }
  expect(channelBody(form)).toEqual({
    name: 'Mail',
    medium: 'email',
    provider: 'smtp',
    from: 'desk@example.com',
    settings: { host: 'smtp.example.com', security: 'starttls' },
  })
  const full = { ...form, port: '587', user: 'desk', pass: 'secret', perMinute: '60' }
  expect(channelBody(full)).toMatchObject({
    settings: { port: 587, messagesPerMinute: 60 },
    credentials: { user: 'desk', pass: 'secret' },
  })
})

test('fields typed for another provider are not sent', () => {
  const form = { ...blankChannel, host: 'smtp.example.com', user: 'desk', pass: 'secret' }
  expect(
    channelBody({ ...form, provider: 'twilio', accountSid: 'AC1', authToken: 'token' }),
  ).toEqual({
    name: '',
    medium: 'text',
    provider: 'twilio',
    from: '',
    settings: { accountSid: 'AC1' },
    credentials: { authToken: 'token' },
  })
  expect(channelBody({ ...form, provider: 'local', medium: 'text' })).toMatchObject({
    medium: 'text',
    settings: {},
  })
})

test('required fields are missing until typed, except for a stored secret', () => {
  const form = { ...blankChannel, name: 'Texts', from: '+12015550123', accountSid: 'AC1' }
  const missing = (part: Partial<typeof form>, isKept = false) =>
    Object.keys(problemsOf({ ...form, ...part }, isKept))
  expect(missing({ provider: 'smtp', name: ' ' })).toEqual(['name', 'host'])
  expect(missing({ provider: 'smtp', host: 'smtp.example.com' })).toEqual([])
  expect(missing({ provider: 'twilio' })).toEqual(['authToken'])
  expect(missing({ provider: 'twilio' }, true)).toEqual([])
  expect(missing({ provider: 'local', from: '' })).toEqual(['from'])
})

test('an edited channel is shown as it is, and sent unchanged', () => {
  const settings = { host: 'smtp.example.com', port: 465, security: 'tls' } as const
  const channel = {
    name: 'Mail',
    medium: 'email',
    provider: 'smtp',
    from: 'desk@example.com',
    settings,
  } as Channel
  expect(channelBody(filledChannel(channel))).toEqual({
    name: 'Mail',
    medium: 'email',
    provider: 'smtp',
    from: 'desk@example.com',
    settings,
  })
})

test('calls report to an address beside that for messages', () => {
  expect(voiceUrlOf('https://records.example.com/v1/hooks/1/inbound')).toBe(
    'https://records.example.com/v1/hooks/1/voice',
  )
})
