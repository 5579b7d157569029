import { Select } from '@mantine/core'
import type { Address } from '../../../ui/records/addresses.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'

interface Props {
  label: string
  addresses: readonly Address[]
  value: string
  onChange: (address: string) => void
}

/** Chooses one of a record's addresses, each with the column that it is from. */
export function AddressSelect({ label, addresses, value, onChange }: Props) {
  const shownAddress = useShownAddress()
  return (
    <Select
      aria-label={label}
      size="xs"
      flex="1 1 auto"
      allowDeselect={false}
      value={value}
      data={addresses.map((address) => ({
        value: address.value,
        label: `${shownAddress(address.value)} · ${address.of}`,
      }))}
      onChange={(next) => next && onChange(next)}
    />
  )
}
