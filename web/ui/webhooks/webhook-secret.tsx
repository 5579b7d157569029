import { Alert, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyField } from '../values/copy-field.tsx'

interface Props {
  url: string
  secret: string
  /** Whether it takes the place of another, which still counts for a day. */
  rotated: boolean
}

/** The secret by which the receiver verifies, in the only moment in which anybody sees it. */
export function WebhookSecret({ url, secret, rotated }: Props) {
  return (
    <Alert color="yellow" title="Copy the secret now" icon={<IconKey aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm">
          It is shown this once. Give it to the receiver at {url}: by it and the headers webhook-id,
          webhook-timestamp and webhook-signature it verifies that a request is from here, with any
          library of the Standard Webhooks scheme.
          {rotated && ' For 24 hours requests are signed with the old one too.'}
        </Text>
        <CopyField value={secret} label="the secret" />
      </Stack>
    </Alert>
  )
}
