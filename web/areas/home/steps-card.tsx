import { Box, Card, CloseButton, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useSession } from '../../service/session.ts'
import {
  IconChevronDown,
  IconChevronUp,
  IconCircle,
  IconCircleCheckFilled,
} from '../../ui/icons/icons.ts'
import classes from './home.module.css'

/** The cards with steps: of a desk, of a developer, and of somebody who joined a desk. */
export type Guide = 'desk' | 'developer' | 'member'

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
  /** Whether it is one line until somebody opens it. */
  isFolded: boolean
  steps: Step[]
}

interface Step {
  title: string
  done: boolean
  how: ReactNode
}

/** Steps with what is done of them. Gone when all are done, or when somebody hides them in this browser. */
export function StepsCard({ title, guide, isFolded, steps }: Props) {
  const [isHidden, hide] = useHidden(guide)
  const [isOpen, { toggle }] = useDisclosure(false)
  if (isHidden || steps.every(({ done }) => done)) return null
  const close = <CloseButton aria-label={`Hide ${title.toLowerCase()}`} onClick={hide} />
  if (!isFolded) {
    return (
      <Card withBorder padding="md" component="section" aria-label={title}>
        <Group justify="space-between" mb="sm">
          <Title order={2}>{title}</Title>
          {close}
        </Group>
        <StepList steps={steps} />
      </Card>
    )
  }
  return (
    <Card withBorder padding={0} component="section" aria-label={title}>
      <Group gap={0} wrap="nowrap" pr={8}>
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
          <Title order={2} className={classes.foldTitle}>
            {title}
          </Title>
          <Text span size="sm" c="dimmed" className={classes.progress}>
            {steps.filter(({ done }) => done).length} of {steps.length}
          </Text>
          {isOpen ? (
            <IconChevronUp size={18} aria-hidden />
          ) : (
            <IconChevronDown size={18} aria-hidden />
          )}
        </UnstyledButton>
        {isOpen && close}
      </Group>
      {isOpen && (
        <Box px="md" pb="md">
          <StepList steps={steps} />
        </Box>
      )}
    </Card>
  )
}

const StepList = ({ steps }: { steps: Step[] }) => (
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
)
