import type { ComponentProps } from 'react'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import type { Token } from './tokens.rules.ts'

interface Props
  extends Pick<ComponentProps<typeof ReasonDialog>, 'saving' | 'onClose' | 'onConfirm'> {
  of: Token
}

/** Asks before a token ends. */
export function RevokeDialog({ of: token, ...rest }: Props) {
  return (
    <ReasonDialog title="Revoke this token?" verb="Revoke token" danger {...rest}>
      “{token.name}” (ends with {token.lastFour}) stops working at once. You can’t undo this. What
      it did stays.
    </ReasonDialog>
  )
}
