import type { SignatureKind } from '../../../../shared/hooks.ts'

/** What each way of signing is called, and where to find its secret. */
export const signings: Record<SignatureKind, { label: string; hint: string }> = {
  none: {
    label: 'It does not sign',
    hint: 'Anybody who has the URL can add rows.',
  },
  stripe: {
    label: 'Stripe',
    hint: 'Stripe shows the signing secret of the endpoint after you add it. It begins with whsec_.',
  },
  typeform: {
    label: 'Typeform',
    hint: 'Make up a secret, and enter it in Typeform too, where you edit the webhook.',
  },
  calendly: {
    label: 'Calendly',
    hint: 'The signing_key with which you create the webhook subscription.',
  },
  tally: {
    label: 'Tally',
    hint: 'Make up a secret, and enter it in Tally too, as the signing secret.',
  },
  github: {
    label: 'X-Hub-Signature-256 (GitHub and others)',
    hint: 'The secret that you enter where you add the webhook.',
  },
  standard: {
    label: 'Standard Webhooks',
    hint: 'The sender shows it. It begins with whsec_.',
  },
}
