import type { Readable } from 'node:stream'
import type { ProviderName } from '../../../../contract/comms/channels.ts'
import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Failed } from '../../../../contract/refusals/reasons.ts'

/** A channel with opened credentials: only providers get one. */
export interface OpenChannel {
  workspaceId: string
  id: string
  medium: Medium
  provider: ProviderName
  from: string
  /** The desk's name: the channel's own, or else the workspace's. */
  fromName: string | null
  settings: {
    host?: string
    port?: number
    security?: 'none' | 'starttls' | 'tls'
    messagesPerMinute?: number
    accountSid?: string
    baseUrl?: string
  }
  credentials: { user?: string; pass?: string; authToken?: string }
  /** `<PUBLIC_URL>/v1/hooks/<channel>`: where providers send reports. */
  hookBase: string
}

/** An outgoing message, with everything that a provider needs. */
export interface Outgoing {
  workspaceId: string
  messageId: number
  to: string
  /** The recipient's name. */
  toName: string | null
  /** Who wrote it. */
  senderName: string | null
  /** Whether no person wrote it. */
  isAutomatic: boolean
  subject: string | null
  content: string
  contentHtml: string | null
  /** The Message-ID of an email, made when it was queued, so that every attempt has the same one. */
  messageIdHeader: string | null
  inReplyTo: string | null
  references: readonly string[]
  attachments: readonly {
    id: string
    name: string
    type: string
    size: number
    open: () => Promise<Readable>
  }[]
}

/** The result of handing a message over. */
export type Outcome =
  /** The provider has it. */
  | { kind: 'accepted'; externalId: string | null; segmentCount?: number }
  /** It may work later. */
  | ({ kind: 'transient'; code?: string } & Failed)
  /** It will never work. */
  | ({ kind: 'permanent'; code?: string } & Failed)
  /** Submission began, and nobody knows whether the provider has it. */
  | ({ kind: 'unknown' } & Failed)

/** Sends messages. It never throws because of the network or the provider; those are outcomes. */
export interface Provider {
  /**
   * Hands a message over.
   *
   * @param begin is awaited right before the provider could take the message. After that, a failure whose effect is not
   *   known must be `unknown`, not `transient`.
   */
  send(channel: OpenChannel, outgoing: Outgoing, begin: () => Promise<void>): Promise<Outcome>
  /** Asks the provider whether it has a message whose submission began at that time; undefined if it cannot tell. */
  find?(channel: OpenChannel, outgoing: Outgoing, beganAt: Date): Promise<Outcome | undefined>
  /** Connects and signs in to the provider without sending. Returns what went wrong, or null. */
  test(channel: OpenChannel): Promise<Failed | null>
  close(): Promise<void>
}

/** The providers of a process, by name. */
export type Providers = Partial<Record<ProviderName, Provider>>
