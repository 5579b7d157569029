import { ActionIcon, Tooltip } from '@mantine/core'
import { isOpen } from '../../../shared/obligation-states.ts'
import { useMay } from '../../service/session.ts'
import { IconBan, IconCircle, IconCircleCheck, IconCircleCheckFilled } from '../icons/icons.ts'
import type { Obligation } from './obligation-words.rules.ts'
import classes from './tick.module.css'
import { useCompleting } from './use-completing.tsx'

/** Completes an obligation with one click. A closed one shows how it was closed. */
export function Tick({ obligation }: { obligation: Obligation }) {
  const mayWrite = useMay('member')
  const { status } = obligation
  if (isOpen(status) && mayWrite) return <Button obligation={obligation} />
  const Shown = isOpen(status) ? IconCircle : status === 'completed' ? IconCircleCheck : IconBan
  return (
    <span className={classes.closed}>
      <Shown size={18} stroke={1.7} aria-hidden />
    </span>
  )
}

function Button({ obligation }: { obligation: Obligation }) {
  const { complete, isRunning, dialog } = useCompleting(obligation)
  // It looks done from the click on; if the service refuses, it is open again.
  const Shown = isRunning ? IconCircleCheckFilled : IconCircle
  return (
    <>
      <Tooltip label="Complete">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Complete ${obligation.title}`}
          data-tick
          aria-disabled={isRunning}
          className={isRunning ? classes.done : undefined}
          onClick={isRunning ? undefined : complete}
        >
          <Shown size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {dialog}
    </>
  )
}
