import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Verb } from '../../../../shared/obligation-states.ts'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { useKeys } from '../../../ui/focus/use-keys.ts'
import { IconChevronDown } from '../../../ui/icons/icons.ts'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { OBLIGATIONS } from '../../../ui/obligations/undo-completion.ts'
import { useCompleting } from '../../../ui/obligations/use-completing.tsx'
import { verbsOffered } from '../obligation/obligation.rules.ts'
import { EscalateDialog } from './escalate-dialog.tsx'
import { CancelDialog, RejectDialog, ReopenDialog } from './reason-verbs.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

const CompleteDialog = lazy(() =>
  import('../../../ui/obligations/complete-dialog.tsx').then((m) => ({
    default: m.CompleteDialog,
  })),
)

const verbWords: Record<Verb, string> = {
  start: 'Start',
  submit: 'Submit',
  complete: 'Complete',
  reject: 'Reject',
  escalate: 'Escalate',
  waive: 'Waive',
  cancel: 'Cancel',
  reopen: 'Reopen',
}
/** The main actions. The others are in a menu. */
const usual = new Set<Verb>(['start', 'submit', 'complete', 'reject', 'reopen'])

/** What can be done with an obligation in its current status. */
export function ObligationVerbs({ obligation }: { obligation: Obligation }) {
  const { id, status } = obligation
  const may = { write: useMay('member'), admin: useMay('admin') }
  const [asking, setAsking] = useState<Verb | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  const start = useChange('obligations.start', { outdates: OBLIGATIONS })
  const verbs = verbsOffered(status, may)
  const others = verbs.filter((verb) => !usual.has(verb))
  const completing = useCompleting(obligation)
  const begin = (verb: Verb) => {
    if (verb === 'start') start.mutate({ params: { id } })
    else if (verb === 'complete') completing.complete()
    else setAsking(verb)
  }
  useKeys(verbs.includes('complete') ? { e: completing.complete } : {})
  const isRunning = (verb: Verb) =>
    (verb === 'start' && start.isPending) || (verb === 'complete' && completing.isRunning)
  // The menu entry is gone once the menu has closed. The dialog returns the focus to the menu's button instead.
  const beginFromMenu = (verb: Verb) => {
    more.current?.focus()
    begin(verb)
  }
  const close = () => setAsking(null)
  return (
    <>
      {verbs
        .filter((verb) => usual.has(verb))
        .map((verb) => (
          <Button
            key={verb}
            variant={verb === 'complete' ? 'filled' : 'default'}
            loading={isRunning(verb)}
            onClick={() => begin(verb)}
          >
            {verbWords[verb]}
          </Button>
        ))}
      {others.length > 0 && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <Button
              ref={more}
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((verb) => (
              <Menu.Item key={verb} onClick={() => beginFromMenu(verb)}>
                {verbWords[verb]}…
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {completing.dialog}
      <Suspense>
        {asking === 'submit' && <CompleteDialog obligation={obligation} submit onClose={close} />}
      </Suspense>
      {asking === 'waive' && <WaiveDialog obligation={obligation} onClose={close} />}
      {asking === 'escalate' && <EscalateDialog obligation={obligation} onClose={close} />}
      {asking === 'cancel' && <CancelDialog obligation={obligation} onClose={close} />}
      {asking === 'reject' && <RejectDialog obligation={obligation} onClose={close} />}
      {asking === 'reopen' && <ReopenDialog obligation={obligation} onClose={close} />}
    </>
  )
}
