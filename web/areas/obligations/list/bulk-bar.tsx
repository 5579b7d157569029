import { Alert, Button, Group, List, Paper, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accepted, api, Refused } from '../../../service/api.ts'
import { askAgain } from '../../../service/ask-again.ts'
import { answerWords } from '../../../service/failures/refused-answer.rules.ts'
import { usePeople } from '../../../service/session.ts'
import { IconCircleCheck } from '../../../ui/icons/icons.ts'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { OBLIGATIONS, undoCompletion } from '../../../ui/obligations/undo-completion.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { assignable } from '../obligation/obligation.rules.ts'
import { AssigneeMenu } from './assignee-menu.tsx'
import { forEachOf, type Outcome } from './bulk-changes.ts'

interface Props {
  selected: Obligation[]
  /** Selects others: those that were refused, or none. */
  onSelect: (obligations: readonly Obligation[]) => void
}

type Step = (obligation: Obligation) => Promise<unknown>

interface Act {
  run: Step
  /** What to say when it is done, such as `completed`, and how to take it back. */
  report?: { words: string; undo: Step } | undefined
}

/** What can be done with all selected obligations. Obligations that the service refuses stay selected, with the reason. */
export function ObligationsBar({ selected, onSelect }: Props) {
  const queries = useQueryClient()
  const { seats } = usePeople()
  const [refused, setRefused] = useState<Outcome['refused']>([])
  const doing = useMutation({
    mutationFn: ({ run, on }: Act & { on: readonly Obligation[] }) => forEachOf(on, run),
    onSuccess: ({ done, refused }, { report }) => {
      if (!report) return
      setRefused(refused)
      onSelect(refused.map(({ obligation }) => obligation))
      if (done.length === 0) return
      toastDone(`${done.length} ${report.words}`, () =>
        doing.mutate({ run: report.undo, on: done }),
      )
    },
    onSettled: () => askAgain(queries, OBLIGATIONS),
  })
  const start = (act: Act) => doing.mutate({ run: act.run, report: act.report, on: selected })
  const complete: Act = {
    run: ({ id }) => accepted(api.obligations.complete({ id }, {})),
    report: { words: 'completed', undo: ({ id }) => accepted(undoCompletion(id)) },
  }
  const assign = (to: number | null): Step => {
    return ({ id }) => accepted(api.obligations.update({ id }, { assignedToUserId: to }))
  }
  const assignTo = (crmUserId: number | null, name: string): Act => ({
    run: assign(crmUserId),
    report: {
      words: crmUserId === null ? 'unassigned' : `assigned to ${name}`,
      undo: (before) => assign(before.assignedToUserId)(before),
    },
  })
  if (selected.length === 0) return null
  return (
    <Paper withBorder p="xs" role="group" aria-label="Selected obligations">
      <Group gap="sm">
        <Text size="sm" fw={500} aria-live="polite">
          {selected.length} selected
        </Text>
        <Button
          size="compact-sm"
          leftSection={<IconCircleCheck size={15} aria-hidden />}
          loading={doing.isPending}
          onClick={() => start(complete)}
        >
          Complete
        </Button>
        <AssigneeMenu
          people={assignable(seats, null)}
          disabled={doing.isPending}
          onChoose={(crmUserId, name) => start(assignTo(crmUserId, name))}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            setRefused([])
            onSelect([])
          }}
        >
          Clear
        </Button>
      </Group>
      {refused.length > 0 && (
        <Alert mt="xs" color="orange" title={`${refused.length} not changed`}>
          <List size="sm">
            {refused.map(({ obligation, error }) => (
              <List.Item key={obligation.id}>
                {obligation.title}: {inShort(error)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Paper>
  )
}

/** Why one was refused, without what can be done about it in its dialog. */
const inShort = (error: Error): string =>
  (error instanceof Refused && answerWords(error.failure)?.title) || error.message
