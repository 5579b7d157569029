import { Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useAnswer, whyNothing } from '../../service/api.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { useGo } from '../../ui/links/use-go.ts'
import { useTitleOf } from '../../ui/records/use-title-of.ts'
import { goBackInRecord } from './panel/go-back-in-record.ts'
import classes from './panel/panel.module.css'
import { RecordView } from './panel/record-view.tsx'
import { rowInput } from './panel/use-record.ts'

/** One record on a page of its own: its details beside what happened. */
export function RecordPage() {
  const { key = '', rowId = '' } = useParams({ strict: false }) as { key?: string; rowId?: string }
  const go = useGo()
  const { data, error } = useAnswer('definitions.get', { params: { key } })
  const titleOf = useTitleOf()
  // What the record itself asks for, along with the definition.
  const { data: known } = useAnswer('definitions.getRow', rowInput(key, rowId))
  usePageTitle(data && known ? titleOf(known.data.cells, data.data.columns) : 'Record')
  // The route's own page says what went wrong.
  const end = whyNothing({ data, error })
  if (end) throw end
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields inside
    <div
      className={classes.page}
      onKeyDown={(event) => data && goBackInRecord(event, data.data, rowId)}
    >
      {data ? (
        <RecordView
          isPage
          definition={data.data}
          rowId={rowId}
          onOpenRow={(next) => go(paths.recordPage(key, next))}
          onClose={() => go(paths.records(key))}
        />
      ) : (
        <Stack gap="sm" p="md" aria-busy>
          <Skeleton height={22} width={200} />
          <Skeleton height={13} />
          <Skeleton height={13} width="90%" />
        </Stack>
      )}
    </div>
  )
}
