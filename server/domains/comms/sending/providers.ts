import type { Database } from '../../../platform/database/db.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import type { Providers } from '../channels/provider.ts'
import { smtpProvider } from '../email/smtp-provider.ts'
import { twilioProvider } from '../twilio/twilio-provider.ts'
import { localProvider } from './local-provider.ts'
import { mediaUrlOf } from './media-links.ts'
import { findKnown } from './text-receipts.sql.ts'

export interface ProviderTools {
  db: Database
  seal: Seal
  outbound: Outbound
}

/** All providers. Each process makes its own, because they keep connections. */
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
