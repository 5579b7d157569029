import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../session.ts'
import classes from './shell.module.css'

const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then((m) => ({ default: m.AccountMenu })),
)

/** Shows who is signed in. Its menu is loaded when it is first opened. */
export function AccountButton({ onHelp }: { onHelp: () => void }) {
  const { account } = useSession()
  const [opened, setOpened] = useState<boolean>()
  const button = (
    <UnstyledButton
      className={classes.account}
      aria-haspopup="menu"
      aria-expanded={opened ?? false}
      onClick={() => setOpened(!opened)}
    >
      <Avatar name={account.name} color="initials" size={32} radius="xl" aria-hidden />
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
