import { Card, Group, Skeleton, Text, Title } from '@mantine/core'
import type { CSSProperties } from 'react'
import { minorDigits } from '../../../shared/currencies.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { Money } from '../../ui/money/money.tsx'
import { optionColor } from '../../ui/values/tint.rules.ts'
import classes from './home.module.css'
import { type Pipeline, pipelinesOf, type Stage, stagesInput, stagesOf } from './pipeline.rules.ts'
import { usePagesInFull } from './use-pages-in-full.ts'

/** The stages of leads and deals, with how many records are in each and what they are worth. */
export function Pipelines({ isAsking }: { isAsking: boolean }) {
  const { data } = usePagesInFull()
  return pipelinesOf(data?.data ?? []).map((pipeline) => (
    <Strip key={pipeline.key} pipeline={pipeline} isAsking={isAsking} />
  ))
}

/** Its counts have only what the reader may see. */
function Strip({ pipeline, isAsking }: { pipeline: Pipeline; isAsking: boolean }) {
  const { key, name, stage, amount } = pipeline
  const { data, error, refetch } = useAnswer(
    'definitions.listRows',
    stagesInput(key, stage.key, amount?.key ?? null),
    { enabled: !isAsking },
  )
  return (
    <Card withBorder padding="md" component="section" aria-label={`${name} by stage`}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{name}</Title>
        <AppLink to={paths.records(key)} size="sm">
          All {name.toLowerCase()}
        </AppLink>
      </Group>
      {error ? (
        <FailureAlert error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Stages pipeline={pipeline} stages={stagesOf(pipeline, data.groups ?? [])} />
      ) : (
        <Skeleton height={56} />
      )}
    </Card>
  )
}

function Stages({ pipeline, stages }: { pipeline: Pipeline; stages: readonly Stage[] }) {
  return (
    <ul className={classes.stages}>
      {stages.map((one) => (
        <InStage key={one.label ?? ''} pipeline={pipeline} of={one} />
      ))}
    </ul>
  )
}

interface InStageProps {
  pipeline: Pipeline
  of: Stage
}

function InStage({ pipeline, of }: InStageProps) {
  const { key, stage, amount } = pipeline
  const { label, color, count, sum } = of
  const currency = amount?.settings.currency
  const filter =
    label === null
      ? { column: stage.key, op: 'is_empty' }
      : { column: stage.key, op: 'eq', value: label }
  return (
    <li
      className={classes.stage}
      style={color ? ({ '--stage-color': optionColor(color) } as CSSProperties) : {}}
    >
      <AppLink to={paths.recordsWhere(key, filter)} size="sm" fw={500}>
        {label ?? `No ${stage.name.toLowerCase()}`}
      </AppLink>
      <Text size="sm" className={classes.figures ?? ''}>
        <span>{count.toLocaleString()}</span>
        {sum !== undefined && sum !== 0 && currency && (
          <Text span inherit c="dimmed">
            <Money minor={Math.round(sum * 10 ** minorDigits(currency))} currency={currency} />
          </Text>
        )}
      </Text>
    </li>
  )
}
