import { crc32, deflateSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findHook } from '../../server/domains/comms/channels/open-channels.ts'
import { listenForMail } from '../../server/domains/comms/receiving/emails/mail-listener.ts'
import { createSeal } from '../../server/platform/secrets/seal.ts'
import { SECRET_KEY } from '../../server/tests/support/service/service.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

let app: TestedApp
let listener: Awaited<ReturnType<typeof listenForMail>>

beforeAll(async () => {
  app = await startApp()
  listener = await listenForMail({
    db: app.db,
    files: app.files,
    inboundDomain: null,
    log: pino({ level: 'silent' }),
    findHook: (id) => findHook(app.db, createSeal(SECRET_KEY), app.origin, id),
    host: '127.0.0.1',
    port: 0,
    protocol: 'smtp',
  })
  const made = await app.owner.api('POST', '/v1/comms/channels', {
    body: { name: 'Mail', medium: 'email', provider: 'local', from: 'Desk <desk@funding.example>' },
  })
  expect(made.status, made.text).toBe(201)
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  await transport.sendMail({
    from: 'Rosa Marsh <rosa@harbor.example>',
    to: 'desk@funding.example',
    subject: 'Our storefront',
    html: `<p>Hello, this is our shop:</p><p><img src="cid:shop@x" alt="Our shop" width="160" height="80"></p>
      <p>And a picture from elsewhere: <img src="https://tracker.example/open.gif" alt="a pixel">,
      and one that runs: <img src="cid:bad@x" alt="a script">.</p><p>Thanks, Rosa</p>`,
    attachments: [
      { cid: 'shop@x', filename: 'shop.png', content: picture(160, 80) },
      {
        cid: 'bad@x',
        filename: 'bad.svg',
        content: '<svg onload="parent.ran=1"/>',
      },
      { filename: 'lease.pdf', content: '%PDF-1.7' },
    ],
  })
  transport.close()
})
afterAll(async () => {
  await listener.close()
  await app.stop()
})

test.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)(
  'at %i px, %s, an email shows its own pictures in place and nothing else is loaded',
  async (width, scheme) => {
    const page = await app.open(paths.conversation(1), { width, scheme })
    await settled(page)
    const message = page.getByRole('article', { name: /Rosa Marsh/ })
    const body = message.frameLocator('iframe')
    const shown = body.getByRole('img', { name: 'Our shop' })
    await expect
      .poll(() =>
        shown.evaluate((image) => {
          const { naturalWidth, width } = image as unknown as Record<string, number>
          return [naturalWidth, width]
        }),
      )
      .toEqual([160, 160])
    expect(await body.locator('img').count()).toBe(1)
    expect(await body.locator('body').textContent()).toMatch(
      /elsewhere: a pixel,\s+and one that runs: a script\./,
    )
    const files = message.getByRole('list', { name: 'Files' })
    expect(await files.getByRole('link').allTextContents()).toEqual(['bad.svg', 'lease.pdf'])
    expect(await page.evaluate('window.ran')).toBe(undefined)
    // All of the email is in sight, with its picture.
    const frame = message.locator('iframe')
    const [outer, inner] = [
      (await frame.boundingBox())!.height,
      await body.locator('html').evaluate((root) => root.scrollHeight),
    ]
    expect(inner).toBeLessThanOrEqual(outer)
  },
)

test('the picture is for people of the workspace only, and is never sent as a page', async () => {
  const attached = await app.owner.api('GET', '/v1/comms/messages/1/attachments')
  const [file] = attached.body.data
  expect(file).toMatchObject({ name: 'shop.png', inline: true })
  const path = `/v1/files/${file.id}/content`
  expect((await fetch(app.origin + path)).status).toBe(401)
  const { headers } = await fetch(app.origin + path, {
    headers: { authorization: `Bearer ${app.owner.token}` },
  })
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toMatch(/^attachment/)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
})

/** A PNG of one colour. */
function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(60, 120, 200))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
