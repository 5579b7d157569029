import { Text } from '@mantine/core'

/** The id under which the service has logged a request, for whoever looks into it. Closed, because few people need it. */
export function RequestId({ of: id }: { of: string | null | undefined }) {
  if (!id) return null
  return (
    <Text component="details" size="xs" mt={6}>
      <summary>Details</summary>
      Request {id}
    </Text>
  )
}
