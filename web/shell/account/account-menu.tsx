import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { paths } from '../../paths.ts'
import { accepted, api } from '../../service/api.ts'
import { leaveFor } from '../../service/leaving.ts'
import { useSession } from '../../service/session.ts'
import { forgetWaiting, useWaiting } from '../../service/waiting.ts'
import {
  IconArrowsExchange,
  IconBook2,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '../../ui/icons/icons.ts'
import { useGo } from '../../ui/links/use-go.ts'
import { toastFailure } from '../../ui/toasts/toasts.tsx'
import { DiscardWaiting } from './discard-waiting.tsx'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

interface Props {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button that opens it. */
  target: ReactNode
  onHelp: () => void
}

export function AccountMenu({ opened, onChange, target, onHelp }: Props) {
  const { account, workspace, workspaces, seat } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const go = useGo()

  const leave = async (how: Promise<unknown>, to: string, forget?: () => void) => {
    try {
      await how
      forget?.()
      leaveFor(to)
    } catch (error) {
      toastFailure(error)
    }
  }
  const open = (workspaceId: string) =>
    leave(accepted(api.auth.switchWorkspace({ workspaceId })), paths.home())

  const waiting = useWaiting()
  const [isAsking, setAsking] = useState(false)
  const signOut = () => leave(accepted(api.auth.signOut()), paths.signIn(), forgetWaiting)

  if (isAsking) {
    return (
      <>
        {target}
        <DiscardWaiting onClose={() => setAsking(false)} onSignOut={signOut} />
      </>
    )
  }
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={250}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600}>
            {account.name}
          </Text>
          <Text size="xs">
            {seat.role} of {workspace.name}
          </Text>
        </Menu.Label>
        {workspaces.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>Workspaces</Menu.Label>
            {workspaces.map(({ id, name }) => (
              <Menu.Item
                key={id}
                leftSection={<IconArrowsExchange size={16} />}
                rightSection={id === workspace.id ? '✓' : undefined}
                aria-current={id === workspace.id || undefined}
                onClick={() => id !== workspace.id && open(id)}
              >
                {name}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} />}
          onClick={() => go(paths.settings('account'))}
        >
          My account
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href={paths.reference()}
          target="_blank"
          leftSection={<IconBook2 size={16} />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Shown }) => (
          <Menu.Item
            key={value}
            leftSection={<Shown size={16} />}
            rightSection={colorScheme === value ? '✓' : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => (waiting > 0 ? setAsking(true) : signOut())}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
