import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partName } from './part-names.rules.ts'

test.each([
  [{ name: 'offer.pdf', type: 'application/pdf' }, 'offer.pdf'],
  [{ name: '../etc/offer.pdf', type: 'application/pdf' }, 'offer.pdf'],
  [{ name: undefined, type: 'image/png' }, 'image-2.png'],
  [{ name: '', type: 'image/jpeg' }, 'image-2.jpg'],
  [{ name: 'file', type: 'application/pdf' }, 'attachment-2.pdf'],
  [{ name: ' /', type: 'application/pdf' }, 'attachment-2.pdf'],
  [{ name: undefined, type: 'application/x-odd' }, 'attachment-2.bin'],
  [{ name: undefined, type: 'text/calendar' }, 'invite.ics'],
  [{ name: undefined, type: 'application/ms-tnef' }, 'winmail.dat'],
  [{ name: undefined, type: 'message/rfc822', subject: 'Re: Your offer' }, 'Re_ Your offer.eml'],
  [{ name: undefined, type: 'message/rfc822', subject: 'A/B\r\n test' }, 'A-B test.eml'],
  [{ name: undefined, type: 'message/rfc822', subject: 'saved.eml' }, 'saved.eml'],
  [{ name: undefined, type: 'message/rfc822', subject: '  ' }, 'message.eml'],
  [{ name: undefined, type: 'message/rfc822' }, 'message.eml'],
])('%j is called %s', (part, name) => {
  expect(partName(part, 2)).toBe(name)
})

test('every part has a name that any system accepts, with an ending if it had none', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', '/', 'file', '__proto__'),
  )
  fc.assert(
    fc.property(fc.option(text, { nil: undefined }), text, text, (name, type, subject) => {
      const made = partName({ name, type, subject }, 1)
      expect(made).not.toBe('file')
      expect(made).not.toMatch(/[\\/\p{Cc}<>:"|?*]/u)
      expect([...made].length).toBeLessThanOrEqual(200)
      if (!name) expect(made).toMatch(/\.\w+$/)
    }),
  )
})
