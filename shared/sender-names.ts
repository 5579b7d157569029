export type SenderKind = 'key' | 'form' | 'address' | 'hook' | 'token'

/** What a sender is called where it stands for who added a row: an address is its own name, a token has its person's. */
export const senderName = (kind: SenderKind, name: string): string =>
  kind === 'address' || kind === 'token' ? name : `${words[kind]} “${name}”`

const words = { key: 'Key', form: 'Form', hook: 'Hook' } as const
