import { Fieldset, Stack } from '@mantine/core'
import { useSession } from '../../../service/session.ts'
import { FactList } from '../../../ui/layout/fact-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { roleLabel } from '../people/roles.rules.ts'
import { OwnTokens } from '../tokens/own-tokens.tsx'
import { ChangeName } from './change-name.tsx'
import { ChangePassword } from './change-password.tsx'
import { EraseAccount } from './erase-account.tsx'
import { SessionList } from './session-list.tsx'

export function AccountSettings() {
  const { account, seat, workspace } = useSession()
  const facts = [
    ['Email', account.email],
    ...(seat.name === account.name ? [] : [['Name in this workspace', seat.name] as const]),
    [`Role in ${workspace.name}`, roleLabel(seat.role)],
  ] as const
  return (
    <>
      <PageHeader
        title="My account"
        description="You have the same account in every workspace. Admins can change your name and role in theirs."
      />
      <Fieldset legend="Profile">
        <Stack>
          <ChangeName />
          <FactList facts={facts} />
        </Stack>
      </Fieldset>
      <ChangePassword />
      <SessionList />
      <OwnTokens />
      <EraseAccount />
    </>
  )
}
