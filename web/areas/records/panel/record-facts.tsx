import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Advanced } from '../../../ui/layout/advanced.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { isIntake, useActorName } from '../activity/use-actor-name.ts'
import type { Definition, Row } from '../list/types.ts'

const sources: Record<Row['source'], string> = {
  api: 'through a board key',
  page: 'through a page key',
  import: 'by an import',
  manual: 'by hand',
}

/** Where a record came from, who changed it last, and its ids: out of sight until somebody asks. */
export function RecordFacts({ definition, row }: { definition: Definition; row: Row }) {
  const actorName = useActorName(definition.key, [row.createdBy, row.updatedBy])
  const facts: [string, ReactNode][] = [
    [
      'Added',
      <>
        <Time at={row.createdAt} as="moment" />{' '}
        {isIntake(row.createdBy)
          ? `through ${actorName(row.createdBy)}`
          : `by ${actorName(row.createdBy)}, ${sources[row.source]}`}
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
        <Time at={row.updatedAt} as="moment" /> {isIntake(row.updatedBy) ? 'through' : 'by'}{' '}
        {actorName(row.updatedBy)}
      </>,
    ],
  ]
  return (
    <Advanced>
      <Facts>
        {facts.map(([name, fact]) => (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ))}
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
  )
}
