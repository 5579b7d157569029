import type { Provider } from './provider.ts'

/** The local outbox: nothing leaves, and what is sent with it is read here like any other message. */
export const localProvider: Provider = {
  async send(_channel, _outgoing, begin) {
    await begin()
    return { kind: 'accepted', externalId: null }
  },
  async find() {
    return { kind: 'accepted', externalId: null }
  },
  async test() {
    return null
  },
  async close() {},
}
