import { expect } from 'vitest'
import type { Desk } from '../desks/fixtures.ts'
import type { TestService } from '../service/service.ts'
import { openComms } from './comms.ts'

let nth = 0
const name = (): string => `Channel ${++nth}`

/** The body that connects a channel, each with a name of its own. */
export const smtp = (more: object = {}) => ({
  name: name(),
  medium: 'email',
  provider: 'smtp',
  from: 'Desk@Funding.example',
  settings: { host: 'smtp.funding.example', port: 587, security: 'starttls' },
  credentials: { user: 'desk-user', pass: 'a password of smtp' },
  ...more,
})
export const twilio = (more: object = {}) => ({
  name: name(),
  medium: 'text',
  provider: 'twilio',
  from: '(201) 555-0100',
  settings: { accountSid: 'AC0123456789abcdef', messagesPerMinute: 60 },
  credentials: { authToken: 'a token of twilio' },
  ...more,
})
export const local = (more: object = {}) => ({
  name: name(),
  medium: 'email',
  provider: 'local',
  from: 'desk@funding.example',
  ...more,
})

/** What the admin of a desk does with its channels. */
export function openChannels(service: TestService, desk: Desk) {
  const { as } = openComms(service, desk)
  return {
    as,
    create: async (body: object) => {
      const answer = await as('admin')('POST', 'channels', body)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data
    },
    patch: (id: string, body: object) => as('admin')('PATCH', `channels/${id}`, body),
  }
}
