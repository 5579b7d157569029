import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Advanced } from '../../../ui/layout/advanced.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useActorName } from '../activity/use-actor-name.ts'
import type { Definition, Row } from '../grid/types.ts'
import classes from './panel.module.css'

const sources: Record<Row['source'], string> = {
  api: 'through a board key',
  page: 'through a page key',
  import: 'by an import',
  manual: 'by hand',
}

/** Where a record came from and who changed it last. */
export function RecordFacts({ definition, row }: { definition: Definition; row: Row }) {
  const actorName = useActorName(definition.key)
  const facts: [string, ReactNode][] = [
    [
      'Added',
      <>
        <Time at={row.createdAt} as="moment" /> by {actorName(row.createdBy)}, {sources[row.source]}
        {row.importRunId && (
          <>
            {' '}
            (
            <AppLink to={paths.importRun(definition.key, row.importRunId)} underline="always">
              import run
            </AppLink>
            )
          </>
        )}
      </>,
    ],
    [
      'Changed',
      <>
        <Time at={row.updatedAt} as="moment" /> by {actorName(row.updatedBy)}
      </>,
    ],
  ]
  return (
    <div>
      <dl className={classes.facts}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="xs" m={0}>
              {fact}
            </Text>
          </div>
        ))}
      </dl>
      <Advanced>
        <Facts>
          <Fact name="ID">
            <CopyField value={row.id} label="ID" />
          </Fact>
          {row.externalId && (
            <Fact name="External ID">
              <CopyField value={row.externalId} label="external ID" />
            </Fact>
          )}
          <Fact name="Version">{row.version}</Fact>
        </Facts>
      </Advanced>
    </div>
  )
}
