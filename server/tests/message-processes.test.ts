// One claim per message, across several processes that are killed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { type MessagesRound, messageFaults } from './scenarios/messages.rules.ts'
import { messagesRound } from './scenarios/messages.ts'
import { signUp } from './support/desks/people.ts'
import { startService, type TestService } from './support/service/service.ts'

const seed = newSeed()
let service: TestService
let round: MessagesRound
beforeAll(async () => {
  service = await startService()
  const { workspaceId } = await signUp(service)
  const { connection } = service
  const options = { connection, workspaceId, seed, messages: 200, workers: 8, kills: 3 }
  round = await messagesRound(options)
})
afterAll(() => service.stop())

describe(`200 messages, eight workers and three kills (seed ${seed})`, () => {
  it('none is lost, no lease overlaps, and only emails go twice, under one Message-ID', () => {
    expect(messageFaults(round)).toEqual([])
    expect(round.changes.length).toBeGreaterThan(400)
    // The carrier disconnected, and messages were in progress at the kills.
    expect(round.handed.filter(({ answer }) => typeof answer !== 'number').length).toBeGreaterThan(
      3,
    )
  })

  const text = (round: MessagesRound) =>
    round.stored.find(({ medium, state }) => medium === 'text' && state === 'sent')!
  const attempt = (round: MessagesRound, id: number) =>
    round.handed.find(({ messageId, answer }) => messageId === id && answer !== 429)!
  it.each<[string, RegExp, (round: MessagesRound) => void]>([
    ['a message is left', /is not settled/, (r) => Object.assign(text(r), { state: 'claimed' })],
    [
      'a text went twice',
      /was taken 2 times/,
      (r) => void r.handed.push({ ...attempt(r, text(r).id), nth: 2, answer: 200 }),
    ],
    [
      'a text was sent again though nobody knew',
      /sent again blindly/,
      (r) => {
        const { id } = text(r)
        r.handed.unshift({ ...attempt(r, id), answer: 'drop' })
      },
    ],
    [
      'an email was given another Message-ID',
      /under another Message-ID/,
      (r) => {
        const email = r.handed.find(({ messageIdHeader }) => messageIdHeader !== null)!
        email.messageIdHeader = '<another@desk.example>'
      },
    ],
    [
      'two had it at once',
      /at the same time/,
      (r) => Object.assign(r.handed[0]!, { overlaps: true }),
    ],
    [
      'a lease was not waited for',
      /under a lease that held/,
      (r) =>
        void r.changes.push({
          id: 1,
          from: 'claimed',
          to: 'claimed',
          fenceFrom: 1,
          fenceTo: 2,
          lapsed: false,
        }),
    ],
    [
      'who settled had lost it',
      /changed once it was sent/,
      (r) =>
        void r.changes.push({
          id: 1,
          from: 'sent',
          to: 'failed',
          fenceFrom: 1,
          fenceTo: 1,
          lapsed: false,
        }),
    ],
    [
      'an event came twice',
      /told to be sent 2 times/,
      (r) => Object.assign(text(r), { toldSent: 2 }),
    ],
  ])('would be found out if %s', (_, fault, breakIt) => {
    const broken = structuredClone(round)
    breakIt(broken)
    expect(messageFaults(broken).join('\n')).toMatch(fault)
  })
})
