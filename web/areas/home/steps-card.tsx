import { Card, CloseButton, Group, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session.ts'
import classes from './home.module.css'

/** The cards with steps: those of a desk, and those of a developer. */
export type Guide = 'desk' | 'developer'

/** Whether somebody has hidden a card in this browser, and a function that hides it. */
export function useHidden(guide: Guide): [isHidden: boolean, hide: () => void] {
  const { workspace } = useSession()
  const [isHidden, setHidden] = useLocalStorage({
    key: `sourcebook-first-steps:${guide}:${workspace.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isHidden, () => setHidden(true)]
}

interface Props {
  title: string
  guide: Guide
  steps: { title: string; done: boolean; how: ReactNode }[]
}

/** Steps with what is done of them. Gone when all are done, or when somebody hides them in this browser. */
export function StepsCard({ title, guide, steps }: Props) {
  const [isHidden, hide] = useHidden(guide)
  if (isHidden || steps.every(({ done }) => done)) return null
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        <CloseButton aria-label={`Hide ${title.toLowerCase()}`} onClick={hide} />
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
    </Card>
  )
}
