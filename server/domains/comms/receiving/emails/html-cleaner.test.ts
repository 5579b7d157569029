import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readMail } from '../../email/mail.ts'
import { cleanHtml } from '../../threads/sanitize.rules.ts'
import { cleanAside } from './html-cleaner.ts'
import { emailOf } from './inbound-email.ts'

const html = '<b><i>x</b></i><img src="cid:one"><script>1</script>'.repeat(1_000)
const pictures = new Map([['one', '/v1/files/1/content']])

async function isAside(cleaning: Promise<unknown>): Promise<boolean> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  cleaning.then(end, end)
  await nextTurn()
  return !isDone
}

test('long HTML is cleaned while others go on, with the same result', async () => {
  const cleaning = cleanAside(html, pictures, 'w')
  expect(await isAside(cleaning)).toBe(true)
  expect(await cleaning).toBe(cleanHtml(html, pictures))
})

test('so is that of an email', async () => {
  const head = 'From: ada@bakery.example\r\nContent-Type: text/html\r\n\r\n'
  const mail = await readMail(Buffer.from(head + html))
  const arrival = {
    workspaceId: 'w',
    channelId: null,
    kind: 'person',
    isOurs: () => false,
  } as const
  const reading = emailOf(mail, arrival, pictures)
  expect(await isAside(reading)).toBe(true)
  expect((await reading).contentHtml).toBe(cleanHtml(mail.html, pictures))
})
