import type { ProviderName } from '../../../contract/channels.ts'
import type { Database } from '../../platform/db.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { Seal } from '../../platform/seal.ts'
import { localProvider } from './local-provider.ts'
import { mediaUrlOf } from './media-links.ts'
import type { Provider } from './provider.ts'
import { smtpProvider } from './smtp-provider.ts'
import { findKnown } from './text-receipts.sql.ts'
import { twilioProvider } from './twilio-provider.ts'

/** The ways out of a process, by name. */
export type Providers = Partial<Record<ProviderName, Provider>>

export interface ProviderTools {
  db: Database
  seal: Seal
  outbound: Outbound
}

/** Every way out. Each process makes its own: they keep connections. */
export const createProviders = ({ db, seal, outbound }: ProviderTools): Providers => ({
  local: localProvider,
  smtp: smtpProvider(outbound),
  twilio: twilioProvider({
    outbound,
    mediaUrl: (channel, outgoing, fileId) => mediaUrlOf(seal, channel, outgoing, fileId),
    findKnown: ({ workspaceId, messageId }, externalIds) =>
      db.withWorkspace({ workspaceId }, (tx) => findKnown(tx, externalIds, messageId)),
  }),
})
