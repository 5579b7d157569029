import { Button, Menu, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { inputOf } from '../../../../shared/column-types.ts'
import { dialled } from '../../../../shared/phone-extension.ts'
import { IconMail, IconMessage, IconPhone } from '../../../ui/icons/icons.ts'
import { type Address, addressesOf } from '../../../ui/records/addresses.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Definition, Row } from '../list/types.ts'
import type { WayToWrite } from './writing.rules.ts'

interface Props {
  definition: Definition
  row: Row
  onWrite: (way: WayToWrite, to: string) => void
}

/** Texts, emails or calls somebody of a record. A call is also dialled. */
export function ReachButtons({ definition, row, onWrite }: Props) {
  const addresses = addressesOf(definition.columns, row.cells)
  const phones = addresses.filter(({ type }) => type === 'phone')
  const emails = addresses.filter(({ type }) => type === 'email')
  const has = (type: Address['type']) =>
    definition.columns.some((column) => inputOf(column.type) === type)
  const write = (way: WayToWrite) => (to: string) => onWrite(way, to)
  return (
    <>
      {has('phone') && (
        <Reach label="Text" icon={<IconMessage size={14} />} to={phones} onReach={write('text')} />
      )}
      {has('email') && (
        <Reach label="Email" icon={<IconMail size={14} />} to={emails} onReach={write('email')} />
      )}
      {has('phone') && (
        <Reach
          label="Call"
          icon={<IconPhone size={14} />}
          to={phones}
          onReach={(number) => {
            onWrite('call', number)
            window.location.assign(`tel:${dialled(number)}`)
          }}
        />
      )}
    </>
  )
}

interface ReachProps {
  label: string
  icon: ReactNode
  to: readonly Address[]
  onReach: (address: string) => void
}

/** A button for the only address, or with a menu if there are several. */
function Reach({ label, icon, to, onReach }: ReachProps) {
  const shownAddress = useShownAddress()
  const [first, ...others] = to
  const look = { size: 'compact-sm', variant: 'default', leftSection: icon } as const
  if (!first) {
    return (
      <Button {...look} disabled title="The record has no address for this yet.">
        {label}
      </Button>
    )
  }
  if (others.length === 0) {
    return (
      <Button {...look} onClick={() => onReach(first.value)}>
        {label}
      </Button>
    )
  }
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button {...look}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {to.map(({ value, of }) => (
          <Menu.Item key={value} onClick={() => onReach(value)}>
            {shownAddress(value)}
            <Text size="xs" c="dimmed">
              {of}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
