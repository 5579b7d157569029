import { describe, expect, test } from 'vitest'
import { mail, plainMail } from '../../../tests/support/inputs/mails.ts'
import { readMail } from '../../comms/email/mail.ts'
import { noiseIn } from './noise.rules.ts'

const ADDRESS = 'leads-k7m2q-9xw4t@in.example.com'
const judge = async (
  raw: string,
  { from = 'ann@client.example', returnPath = from }: { from?: string; returnPath?: string } = {},
) => {
  const { headers } = await readMail(Buffer.from(raw))
  return noiseIn({ headers, from, returnPath }, ADDRESS)?.reason
}
const withHeaders = (...more: string[]) => judge(plainMail({ more }))

describe('An email that', () => {
  test('somebody wrote is no noise', async () => {
    expect(await judge(plainMail())).toBeUndefined()
    expect(await withHeaders('Auto-Submitted: no', 'Precedence: normal')).toBeUndefined()
    expect(await withHeaders(`Delivered-To: ${ADDRESS}`, 'Received: from a by b')).toBeUndefined()
  })

  test.each([
    'Auto-Submitted: auto-replied (vacation)',
    'Auto-Submitted: auto-generated',
    'X-Autoreply: yes',
    'Precedence: auto_reply',
  ])('has the header %s is automatic', async (line) => {
    expect(await withHeaders(line)).toBe('email_is_automatic')
  })

  test('wants no report, or says that one was read, is automatic', async () => {
    expect(await judge(plainMail(), { returnPath: '' })).toBe('email_is_automatic')
    const type = 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b'
    const read = plainMail({ more: [type] }, mail('--b', '', 'Read.', '--b--', ''))
    expect(await judge(read)).toBe('email_is_automatic')
  })

  test.each([
    'List-Id: <deals.list.example>',
    'List-Unsubscribe: <mailto:off@list.example>',
    'Precedence: bulk',
    'Precedence: LIST',
    'Precedence: junk',
  ])('has the header %s is from a list', async (line) => {
    expect(await withHeaders(line)).toBe('email_is_from_a_list')
  })

  test('has been here is from here', async () => {
    const here = 'email_is_from_here'
    expect(await judge(plainMail(), { from: 'other-board@in.example.com' })).toBe(here)
    expect(await judge(plainMail(), { from: 'ann@not-in.example.com' })).toBeUndefined()
    const line = `Delivered-To: <${ADDRESS.toUpperCase()}>`
    expect(await withHeaders(line, line)).toBe(here)
    const hops = (count: number) => Array.from({ length: count }, () => 'Received: from a by b')
    expect(await withHeaders(...hops(100))).toBeUndefined()
    expect(await withHeaders(...hops(101))).toBe(here)
  })
})
