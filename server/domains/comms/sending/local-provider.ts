import type { Provider } from '../channels/provider.ts'

/**
 * The local outbox: nothing leaves, and what is sent with it is read here like any other message. So submission never
 * begins, and what began was another provider's: of that it knows nothing.
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
