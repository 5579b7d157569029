import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { type Item, useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { IconShieldX } from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useGo } from '../../../ui/links/use-go.ts'
import { Time } from '../../../ui/values/time.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { useOutdateReceipts } from './outdate-receipts.ts'
import classes from './receipt-list.module.css'

type Blocked = NonNullable<Item<'definitions.listReceipts'>['blocked']>

const reasons: Record<Blocked['why'], string> = {
  trap: 'A field that people do not see was filled in.',
  too_fast: 'It was sent within two seconds, faster than people type.',
  too_many: 'A lot was sent in a short time.',
}

interface Props {
  definition: Definition
  receiptId: string
  of: Blocked
}

/** What looks like spam, in full, and the button that makes it a row. */
export function BlockedContent({ definition, receiptId, of: blocked }: Props) {
  const mayAccept = useMay('member')
  const go = useGo()
  const outdate = useOutdateReceipts()
  const accept = useChange('definitions.acceptBlocked', {
    onDone: outdate,
    onDoneHere: ({ data }) => go(paths.record(definition.key, data.rowId)),
  })
  const { why, until, cells, acceptedBy, rowId } = blocked
  const nameOf = (key: string) => definition.columns.find((one) => one.key === key)?.name ?? key
  return (
    <Stack gap="xs">
      {acceptedBy === null ? (
        <Alert color="yellow" icon={<IconShieldX aria-hidden />} title={reasons[why]}>
          <Stack gap="xs">
            <Text size="sm">
              This has not become a row. It stays here until <Time at={until} as="moment" />.
            </Text>
            {mayAccept && cells.length > 0 && (
              <Group>
                <Button
                  size="compact-md"
                  loading={accept.isPending}
                  onClick={() => accept.mutate({ params: { key: definition.key, receiptId } })}
                >
                  Accept
                </Button>
              </Group>
            )}
          </Stack>
        </Alert>
      ) : (
        <Text size="sm">
          Somebody accepted it.{' '}
          {rowId && (
            <AppLink to={paths.record(definition.key, rowId)} underline="always">
              Open the row
            </AppLink>
          )}
        </Text>
      )}
      {cells.length > 0 && (
        <dl className={classes.cells}>
          {cells.map(({ column, sent }) => (
            <div key={column} style={{ display: 'contents' }}>
              <dt>{nameOf(column)}</dt>
              <dd>{sent}</dd>
            </div>
          ))}
        </dl>
      )}
    </Stack>
  )
}
