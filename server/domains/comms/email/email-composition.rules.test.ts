import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outgoing } from '../channels/provider.ts'
import { compose } from './email-composition.rules.ts'

const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  workspaceId: 'w',
  messageId: 1,
  to: 'ann@client.example',
  subject: null,
  content: 'Hello',
  contentHtml: null,
  messageIdHeader: '<m@x>',
  inReplyTo: null,
  references: [],
  attachments: [],
  ...more,
})

test('an email has its headers, and no HTML or In-Reply-To unless they are given', () => {
  expect(compose('desk@funding.example', outgoing())).toEqual({
    from: 'desk@funding.example',
    to: 'ann@client.example',
    subject: '',
    messageId: '<m@x>',
    references: [],
    text: 'Hello',
  })
  const more = { inReplyTo: '<a@x>', references: ['<b@x>', '<a@x>'], contentHtml: '<p>Hi</p>' }
  expect(compose('desk@funding.example', outgoing(more))).toMatchObject({
    inReplyTo: '<a@x>',
    references: ['<b@x>', '<a@x>'],
    html: '<p>Hi</p>',
  })
})

test('nothing in a header can begin another one, and there is one recipient', () => {
  const tricky = fc.array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\u2028',
      ' ',
      ',',
      ';',
      '<',
      '>',
      '"',
      '(',
      ':',
      '@',
      'a',
      'x.example',
      '\t',
      '\0',
    ),
  )
  const odd = fc.oneof(
    tricky.map((parts) => parts.join('')),
    fc.string(),
  )
  /** Mostly valid values, so that most emails have at most the fault that is tested. */
  const near = (right: string) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(right) },
      { weight: 1, arbitrary: odd },
      { weight: 1, arbitrary: odd.map((text) => right + text) },
    )
  const [address, id] = [near('ann@client.example'), near('<m@x>')]
  fc.assert(
    fc.property(address, address, near('Hi'), id, id, (from, to, subject, id, reply) => {
      const more = { to, subject, messageIdHeader: id, inReplyTo: reply, references: [reply] }
      const made = compose(from, outgoing(more))
      if ('fault' in made) return
      const { inReplyTo = '', references, messageId } = made
      expect(
        [made.from, made.to, made.subject, messageId, inReplyTo, ...references].join(),
      ).not.toMatch(/[\r\n\0]/)
      for (const address of [made.from, made.to])
        expect(address).toMatch(/^[^@\s,;<>]+@[^@\s,;<>]+$/)
    }),
    { numRuns: 1000 },
  )
  for (const to of [
    'a@x.example\r\nBcc: b@x',
    'a@x.example,b@x.example',
    'A <a@x.example>',
    'a@x@y',
    '',
  ]) {
    expect(compose('desk@funding.example', outgoing({ to }))).toHaveProperty('fault')
  }
})
