import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../service/session.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import classes from '../frame/shell.module.css'

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then((m) => ({ default: m.AccountMenu })),
)

/** Shows who is signed in. Its menu is loaded when it is first opened. */
export function AccountButton({ onHelp }: { onHelp: () => void }) {
  const { account, seat } = useSession()
  const [opened, setOpened] = useState<boolean>()
  const button = (
    <UnstyledButton
      className={classes.account}
      aria-haspopup="menu"
      aria-expanded={opened ?? false}
      onClick={() => setOpened(!opened)}
    >
      <Avatar id={seat.crmUserId} name={account.name} size={28} />
      <VisuallyHidden>{account.name}: account and workspaces</VisuallyHidden>
    </UnstyledButton>
  )
  if (opened === undefined) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu opened={opened} onChange={setOpened} target={button} onHelp={onHelp} />
    </Suspense>
  )
}
