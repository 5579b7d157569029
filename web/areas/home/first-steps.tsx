import { Button, Card, CloseButton, Group, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { asking, useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useMay, useSession } from '../../session.ts'
import { AppLink } from '../../ui/links/app-link.tsx'
import classes from './home.module.css'

const NewDefinitionDialog = lazy(() =>
  import('../../ui/boards/new-definition.tsx').then((m) => ({ default: m.NewDefinitionDialog })),
)

/** The steps to set up a workspace, until all are done or the card is hidden; for people who may take them. */
export function FirstSteps() {
  const { workspace } = useSession()
  const isAdmin = useMay('admin')
  const [hidden, setHidden] = useLocalStorage({
    key: `sourcebook-first-steps:${workspace.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return isAdmin && !hidden ? <Steps onHide={() => setHidden(true)} /> : null
}

const KEYS_OF = 5

function Steps({ onHide }: { onHide: () => void }) {
  const [making, setMaking] = useState(false)
  const list = useAnswer('definitions.list', { query: { limit: 1000 } })
  const seats = useAnswer('workspace.listSeats', { query: { limit: 1000 } })
  const boards = (list.data?.data ?? []).filter(({ kind }) => kind === 'board').slice(0, KEYS_OF)
  const keys = useQueries({
    queries: boards.map(({ key }) => asking('definitions.listKeys', { params: { key } })),
  })
  const isKnown = list.data && seats.data && keys.every(({ isLoading }) => !isLoading)
  if (!isKnown) return null
  const all = keys.flatMap(({ data }) => data?.data ?? [])
  const [first] = boards
  const developer = first && paths.recordSettings(first.key, 'developer')
  const onBoard = (label: string): ReactNode =>
    developer ? <AppLink to={developer}>{label}</AppLink> : 'Once you have a board.'
  const steps: { title: string; done: boolean; how: ReactNode }[] = [
    {
      title: 'Create a board',
      done: boards.length > 0,
      how: (
        <Button variant="light" size="compact-sm" onClick={() => setMaking(true)}>
          Create a board
        </Button>
      ),
    },
    { title: 'Create a key for it', done: all.length > 0, how: onBoard('Open the Developer tab') },
    {
      title: 'Send a row',
      done: all.some(({ lastUsedAt }) => lastUsedAt !== null),
      how: onBoard('Copy a snippet and run it'),
    },
    {
      title: 'Invite someone',
      done: seats.data.data.length > 1,
      how: <AppLink to={paths.settings('members')}>Open Members</AppLink>,
    },
  ]
  if (steps.every(({ done }) => done)) return null
  return (
    <Card withBorder padding="md" component="section" aria-label="First steps">
      <Group justify="space-between" mb="sm">
        <Title order={2}>First steps</Title>
        <CloseButton aria-label="Hide first steps" onClick={onHide} />
      </Group>
      <ol className={classes.steps}>
        {steps.map(({ title, done, how }) => (
          <li key={title} className={classes.step}>
            {done ? (
              <IconCircleCheckFilled size={22} aria-label="Done:" />
            ) : (
              <IconCircle size={22} aria-label="To do:" />
            )}
            <div>
              <Text size="sm" fw={500} {...(done ? { c: 'dimmed' } : {})}>
                {title}
              </Text>
              {!done && (
                <Text size="sm" component="div">
                  {how}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Suspense>
        {making && <NewDefinitionDialog kind="board" onClose={() => setMaking(false)} />}
      </Suspense>
    </Card>
  )
}
