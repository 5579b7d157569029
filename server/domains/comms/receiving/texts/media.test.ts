import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboundTargets } from '../../../../platform/config.parsers.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import { Outbound } from '../../../../platform/outbound/outbound.ts'
import { until } from '../../../../tests/support/clients/listener.ts'
import { freshNumber } from '../../../../tests/support/messages/comms.ts'
import {
  inboundForm,
  openTextDesk,
  type TextDesk,
} from '../../../../tests/support/messages/text-desk.ts'
import { ACCOUNT } from '../../../../tests/support/outside/twilio.ts'
import type { OpenChannel } from '../../channels/provider.ts'
import { mediaJobs } from './media.ts'

// The worker fetches the files of a text.
let at: TextDesk
beforeAll(async () => {
  at = await openTextDesk()
})
afterAll(() => at.stop())

describe('the files of an inbound text', () => {
  const path = `/2010-04-01/Accounts/${ACCOUNT}/Messages/MM/Media/`
  const mediaForm = (from: string, ...urls: string[]) =>
    inboundForm(from, {
      Body: '',
      NumMedia: String(urls.length),
      ...Object.fromEntries(urls.map((url, n) => [`MediaUrl${n}`, url])),
    })
  const filesOf = async (number: string) => {
    const [{ id }] = await at.messagesOf(number)
    return (await at.comms.api('GET', `messages/${id}/attachments`)).body.data
  }
  const awaited = async (number: string) => {
    const [{ id }] = await at.messagesOf(number)
    const [{ urls }] = await at.service.sql(
      'SELECT media_urls AS urls FROM messages WHERE workspace_id = $1 AND id = $2',
      [at.desk.workspaceId, id],
    )
    return urls
  }

  test('are fetched with the account’s name, and attached', async () => {
    const from = freshNumber()
    const jpeg = { type: 'image/jpeg', bytes: Buffer.from([255, 216, 255, 0]) }
    at.twilio.media.set(`${path}ME1`, jpeg)
    // A redirect to another address of the provider's.
    at.twilio.media.set(`${path}ME2`, `${path}ME3`)
    at.twilio.media.set(`${path}ME3`, { type: 'text/vcard', bytes: Buffer.from('BEGIN:VCARD') })
    const fields = mediaForm(from, `${at.twilio.url}${path}ME1`, `${at.twilio.url}${path}ME2`)
    await at.post('inbound', fields)
    await at.post('inbound', fields)
    await until(async () => (await awaited(from)) === null, 'both to be fetched')
    expect(at.twilio.fetched.every(({ signedIn }) => signedIn)).toBe(true)
    const files = await filesOf(from)
    expect(files).toMatchObject([
      { name: 'media-1.jpg', type: 'image/jpeg', size: 4 },
      { name: 'media-2.vcf', type: 'text/vcard', size: 11 },
    ])
    const token = at.desk.tokens.viewer
    const bytes = await at.service.api('GET', `/v1/files/${files[0].id}/content`, { token })
    expect([...bytes.bytes]).toEqual([...jpeg.bytes])
    expect((await at.messagesOf(from))[0].text).toMatchObject({
      media_count: 2,
      error_message: null,
    })
  })

  test('are fetched only from the provider, whatever it redirects to', async () => {
    const hits: string[] = []
    const canary = createServer((request, response) => {
      hits.push(request.url!)
      response.end('secret')
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const inside = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
    at.twilio.media.set(`${path}ME4`, `${inside}led-on`)
    const from = freshNumber()
    const credentials = inside.replace('http://', `http://${ACCOUNT}:x@`)
    await at.post(
      'inbound',
      mediaForm(from, `${inside}told`, `${at.twilio.url}${path}ME4`, credentials),
    )
    await until(async () => (await awaited(from)) === null, 'them to be seen to')
    expect(hits).toEqual([])
    expect(await filesOf(from)).toEqual([])
    expect((await at.messagesOf(from))[0].text).toMatchObject({
      error_message: 'One of its files could not be fetched.',
      reason: 'file_not_fetched',
    })
    canary.close()
  })

  test('that are not there yet are fetched later, and given up after a day', async () => {
    const [soon, never] = [freshNumber(), freshNumber()]
    at.twilio.media.set(`${path}ME5`, 404)
    at.twilio.media.set(`${path}ME6`, 503)
    await at.post('inbound', mediaForm(soon, `${at.twilio.url}${path}ME5`))
    await at.post('inbound', mediaForm(never, `${at.twilio.url}${path}ME6`))
    const tried = (name: string) => at.twilio.fetched.some(({ path: p }) => p === path + name)
    await until(() => tried('ME5') && tried('ME6'), 'both to be tried')
    expect(await awaited(soon)).toHaveLength(1)
    at.twilio.media.set(`${path}ME5`, { type: 'image/png', bytes: Buffer.from([1]) })
    const [{ id }] = await at.messagesOf(never)
    await at.service.sql(
      `UPDATE messages SET recorded_at = (SELECT recorded_at - interval '25 hours')
       WHERE workspace_id = $1 AND id = $2`,
      [at.desk.workspaceId, id],
    )
    const look = () =>
      at.service.sql("UPDATE due_work SET due_at = now() WHERE kind = 'message_media'")
    await until(async () => {
      await look()
      return (await awaited(soon)) === null && (await awaited(never)) === null
    }, 'both to be seen to')
    expect(await filesOf(soon)).toHaveLength(1)
    expect(await filesOf(never)).toEqual([])
    const due = () => at.service.sql("SELECT 1 FROM due_work WHERE kind = 'message_media'")
    await until(async () => (await due()).length === 0, 'nothing to be left')
  })

  test('are stored once, however many workers fetch them', async () => {
    const stop = at.service.work()
    const from = freshNumber()
    const fetched = () => at.twilio.fetched.filter(({ path: p }) => p === `${path}ME7`)
    const after = () => until(() => fetched().length === 2, 'both to ask for it')
    at.twilio.media.set(`${path}ME7`, { type: 'image/png', bytes: Buffer.from([1]), after })
    await at.post('inbound', mediaForm(from, `${at.twilio.url}${path}ME7`))
    await until(async () => (await awaited(from)) === null, 'it to be fetched')
    await stop()
    expect(fetched()).toHaveLength(2)
    expect(await filesOf(from)).toHaveLength(1)
  })
  test('are left for the next turn by a worker that stops while one of them arrives', async () => {
    const { db, files } = at.service
    const stopping = new AbortController()
    const store: FileStore = {
      ...files,
      async put(source, maxBytes) {
        stopping.abort()
        await new Promise(setImmediate) // a disk can take a while to open the file
        return files.put(source, maxBytes)
      },
    }
    const channel = { id: at.channelId, settings: { baseUrl: at.twilio.url }, credentials: {} }
    const outbound = new Outbound({ allow: outboundTargets(at.twilio.host) })
    const [job] = mediaJobs({
      db,
      files: store,
      outbound,
      channelOf: async () => channel as OpenChannel,
    })
    const from = freshNumber()
    const after = () => sleep(1_500) // its bytes come after its headers
    at.twilio.media.set(`${path}ME8`, { type: 'image/png', bytes: Buffer.from([1]), after })
    await at.post('inbound', mediaForm(from, `${at.twilio.url}${path}ME8`))
    await until(async () => {
      await job!.run(stopping.signal)
      return stopping.signal.aborted
    }, 'its head to come')
    await until(async () => (await awaited(from)) === null, 'it to be fetched')
    expect(await filesOf(from)).toHaveLength(1)
  })
})
