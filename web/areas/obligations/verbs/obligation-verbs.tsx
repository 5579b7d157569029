import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Verb } from '../../../../shared/obligation-states.ts'
import { useChange } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { verbsOffered } from '../obligation/obligation.rules.ts'
import type { Obligation } from '../obligation/obligation-words.rules.ts'
import { CompleteDialog } from './complete-dialog.tsx'
import { EscalateDialog } from './escalate-dialog.tsx'
import { CancelDialog, RejectDialog, ReopenDialog } from './reason-verbs.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

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
  const { id, title, status } = obligation
  const may = { write: useMay('member'), admin: useMay('admin') }
  const [asking, setAsking] = useState<Verb | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  const start = useChange('obligations.start', {
    outdates: [['obligations']],
    onDone: () => toastDone(`Started on “${title}”`),
  })
  const verbs = verbsOffered(status, may)
  const others = verbs.filter((verb) => !usual.has(verb))
  const begin = (verb: Verb) =>
    verb === 'start' ? start.mutate({ params: { id } }) : setAsking(verb)
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
            loading={verb === 'start' && start.isPending}
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
      {(asking === 'complete' || asking === 'submit') && (
        <CompleteDialog obligation={obligation} submit={asking === 'submit'} onClose={close} />
      )}
      {asking === 'waive' && <WaiveDialog obligation={obligation} onClose={close} />}
      {asking === 'escalate' && <EscalateDialog obligation={obligation} onClose={close} />}
      {asking === 'cancel' && <CancelDialog obligation={obligation} onClose={close} />}
      {asking === 'reject' && <RejectDialog obligation={obligation} onClose={close} />}
      {asking === 'reopen' && <ReopenDialog obligation={obligation} onClose={close} />}
    </>
  )
}
