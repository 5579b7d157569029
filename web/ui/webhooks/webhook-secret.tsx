import { Alert, Stack, Text } from '@mantine/core'
import { IconKey } from '../icons/icons.ts'
import { CopyField } from '../values/copy-field.tsx'

interface Props {
  url: string
  secret: string
  /** Whether it replaces another one, which stays valid for a day. */
  rotated: boolean
}

/** The secret the receiver verifies with, shown this one time. */
export function WebhookSecret({ url, secret, rotated }: Props) {
  return (
    <Alert color="yellow" title="Copy the secret now" icon={<IconKey aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm">
          It won’t be shown again. The receiver at {url} uses it, with the headers webhook-id,
          webhook-timestamp and webhook-signature and any Standard Webhooks library, to verify that
          a request is from here.
          {rotated && ' For 24 hours, requests are also signed with the old one.'}
        </Text>
        <CopyField value={secret} label="the secret" />
      </Stack>
    </Alert>
  )
}
