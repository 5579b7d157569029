import type { Provider } from '../channels/provider.ts'

/**
 * The local outbox: nothing leaves, and its messages are read here like any others. So its submissions never begin, and
 * it knows nothing of those that began with another provider.
 */
export const localProvider: Provider = {
  async send() {
    return { kind: 'accepted', externalId: null }
  },
  async test() {
    return null
  },
  async close() {},
}
