import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { minorDigits } from '../../../shared/currencies.ts'
import { isTooLarge, minorOf, moneyText } from './money.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  currency: string
  /** As typed; `minorOf(value, currency)` is the amount. */
  value?: string
  onChange?: (typed: string) => void
}

/** An amount in major units, as people write it: `1,250.50` or `25k`. When left, it says what it does not understand. */
export function MoneyInput({ currency, value = '', onChange, error, onBlur, ...rest }: Props) {
  const [left, setLeft] = useState(false)
  const isAmount = value.trim() === '' || minorOf(value, currency) !== null
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text size="xs" c="dimmed" aria-hidden>
          {currency}
        </Text>
      }
      rightSectionWidth={46}
      rightSectionPointerEvents="none"
      value={value}
      onChange={(event) => {
        setLeft(false)
        onChange?.(event.currentTarget.value)
      }}
      onBlur={(event) => {
        // A message that appears above a button just as it is pressed would move it away, so the form shows it instead.
        setLeft(!(event.relatedTarget instanceof HTMLButtonElement))
        onBlur?.(event)
      }}
      error={!isAmount && (left || error) ? notUnderstood(value, currency) : error}
      {...rest}
    />
  )
}

function notUnderstood(value: string, currency: string): string {
  if (isTooLarge(value, currency)) return 'Enter a smaller amount. This one is too large.'
  const digits = minorDigits(currency)
  const most = digits === 0 ? 'no digits' : `at most ${digits} digits`
  return `Enter an amount such as ${moneyText(125_000, currency)}, with ${most} after the decimal point.`
}
