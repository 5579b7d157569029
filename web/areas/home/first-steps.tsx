import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { type Head, useHeads } from '../../service/heads.ts'
import { useMay } from '../../service/session.ts'
import { templates } from '../../ui/boards/definition-templates.ts'
import { AppLink } from '../../ui/links/app-link.tsx'
import { stagesAreSet } from './first-steps.rules.ts'
import classes from './home.module.css'
import { MemberSteps } from './member-steps.tsx'
import { pipelineOf } from './pipeline.rules.ts'
import { StepsCard, useHidden } from './steps-card.tsx'
import { usePagesInFull } from './use-pages-in-full.ts'
import type { Setup } from './use-today.ts'

interface Props {
  /** The steps that are done already, once that is known. */
  setup: Setup
  /** Whether something is overdue or due today: on a phone the steps then take one line. */
  isBusy: boolean
  /** Whether that is known. */
  isKnown: boolean
  children: ReactNode
}

/**
 * The steps to set up a desk, and those of a developer, for people who may take them; for others what they can do first.
 * They are there until they are done or hidden. The page below waits until they are known, so that it does not move down.
 */
export function FirstSteps(props: Props) {
  const isAdmin = useMay('admin')
  const [noDesk] = useHidden('desk')
  const [noDeveloper] = useHidden('developer')
  const { heads = [] } = useHeads()
  if (!isAdmin) {
    return (
      <>
        <MemberSteps page={firstPageOf(heads)} />
        {props.children}
      </>
    )
  }
  // A hidden card asks for nothing.
  return noDesk && noDeveloper ? props.children : <Steps {...props} />
}

/** A new workspace has leads; one where they were deleted gets its first page. */
function firstPageOf(definitions: readonly Head[]) {
  const pages = definitions.filter(({ kind }) => kind === 'page')
  return pages.find(({ key }) => key === 'leads') ?? pages[0]
}

/** Every workspace starts with Leads and Deals, as the templates make them. */
const firstColumnsOf = (key: string) => templates.find(({ id }) => id === key)?.columns ?? []

function Steps({ setup, isBusy, isKnown, children }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { heads } = useHeads()
  const inFull = usePagesInFull()
  const seats = useAnswer('workspace.listSeats', { query: { limit: 1000 } })
  if (inFull.isPending || seats.isPending || setup === undefined || (isPhone && !isKnown)) {
    return <Skeleton height={isPhone ? 44 : 200} />
  }
  if (!heads || !inFull.data || !seats.data || !setup) return children
  const isFolded = isPhone && isBusy
  const pages = inFull.data.data
  const page = firstPageOf(heads)
  const board = heads.find(({ kind }) => kind === 'board') ?? page
  const [pipeline] = pages.flatMap((one) => pipelineOf(one) ?? [])
  return (
    <>
      <div className={classes.guides}>
        <StepsCard
          title="First steps"
          guide="desk"
          isFolded={isFolded}
          steps={[
            ...(page
              ? [
                  {
                    title: page.key === 'leads' ? 'Import your leads' : 'Import your records',
                    done: pages.some(({ rowCount }) => rowCount > 0),
                    how: <AppLink to={paths.newImport(page.key)}>Import a file</AppLink>,
                  },
                ]
              : []),
            {
              title: 'Connect your phone number or email',
              done: setup.sends,
              how: <AppLink to={paths.settings('channels')}>Open Channels</AppLink>,
            },
            ...(pipeline
              ? [
                  {
                    title: 'Set your pipeline stages',
                    done: pages.some(({ key, columns }) =>
                      stagesAreSet(columns, firstColumnsOf(key)),
                    ),
                    how: (
                      <AppLink to={paths.recordSettings(pipeline.key, 'columns')}>
                        Open the columns of {pipeline.name}
                      </AppLink>
                    ),
                  },
                ]
              : []),
            {
              title: 'Invite the desk',
              done: seats.data.data.length > 1,
              how: <AppLink to={paths.settings('members')}>Open Members</AppLink>,
            },
          ]}
        />
        {board && <DeveloperSteps of={board} setup={setup} isFolded={isFolded} />}
      </div>
      {children}
    </>
  )
}

interface DeveloperProps {
  of: { key: string; name: string }
  setup: NonNullable<Setup>
  isFolded: boolean
}

/** Rows from a form, a website or another system. */
function DeveloperSteps({ of: { key, name }, setup, isFolded }: DeveloperProps) {
  const developer = paths.recordSettings(key, 'developer')
  return (
    <StepsCard
      title="Connect a form or another system"
      guide="developer"
      isFolded={isFolded}
      steps={[
        {
          title: 'Share a form',
          done: setup.hasForm,
          how: <AppLink to={paths.newForm(key)}>Create a form for {name}</AppLink>,
        },
        {
          title: 'Create a key for your website or another system',
          done: setup.hasKey,
          how: <AppLink to={developer}>Open Developer</AppLink>,
        },
        {
          title: 'Send a row',
          done: setup.usedKey,
          how: <AppLink to={developer}>Copy an example and run it</AppLink>,
        },
      ]}
    />
  )
}
