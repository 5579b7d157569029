import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { usePeople } from '../../../service/session.ts'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { partyKindLabels } from '../deal/parties.rules.ts'
import { leftText } from '../deal/shares.rules.ts'
import type { Basis, Split } from '../deal/types.ts'
import type { PartyForm, TermsForm } from './split-form.rules.ts'

const basisLabels: Record<Basis, string> = {
  gross: 'A share of each collection (gross)',
  funded: 'A share of the funded amount, paid once',
  flat: 'A flat amount, paid once',
  net: 'A share of what the other splits leave (net)',
}

const optionsOf = <V extends string>(labels: Record<V, string>) =>
  (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }))

/** Who a split is for. */
export function PartyFields({ form }: { form: UseFormReturnType<PartyForm> }) {
  const { seats } = usePeople()
  const people = seats.filter(({ status }) => status === 'active')
  const { kind } = form.values
  return (
    <>
      <Select
        label="For"
        data-autofocus
        allowDeselect={false}
        data={optionsOf(partyKindLabels)}
        {...form.getInputProps('kind')}
      />
      {kind === 'crm_user' && (
        <Select
          label="Person"
          required
          searchable
          openOnFocus={false}
          data={people.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
          {...form.getInputProps('crmUserId')}
        />
      )}
      {kind === 'account' && (
        <Select
          label="Account"
          required
          searchable
          openOnFocus={false}
          data={people.map(({ accountId, name, email }) => ({
            value: accountId,
            label: `${name} (${email})`,
          }))}
          {...form.getInputProps('accountId')}
        />
      )}
      {kind === 'external' && (
        <TextInput
          label="Name"
          description="Use the same name in every deal: splits with the same name share one balance."
          required
          maxLength={MOST_TITLE_CHARS}
          {...form.getInputProps('externalParty')}
        />
      )}
    </>
  )
}

interface TermsProps {
  form: UseFormReturnType<TermsForm>
  /** The split being edited, whose own share does not count against it. */
  of?: Split
}

/** How much a split gets of future collections. */
export function TermsFields({ form, of }: TermsProps) {
  const { splits, money } = useDealView()
  const deal = useWholeDeal()
  const { basis } = form.values
  const free = leftText(basis, splits, of)
  const left =
    free === '100%' ? 'Up to 100%.' : `The other ${basis} splits leave ${free ?? 'nothing'}.`
  const isFunded = basis === 'funded'
  const funded =
    deal.fundedMinor === null
      ? 'The deal has no funded amount yet. The split gets nothing until you set one.'
      : `Of ${money(deal.fundedMinor)}, as far as collections cover it.`
  return (
    <>
      <Select
        label="Gets"
        data-autofocus
        allowDeselect={false}
        data={optionsOf(basisLabels)}
        {...form.getInputProps('basis')}
      />
      {basis === 'flat' ? (
        <MoneyInput
          label="Amount"
          required
          currency={deal.currency}
          {...form.getInputProps('flat')}
        />
      ) : (
        <TextInput
          label="Share (%)"
          description={isFunded ? funded : left}
          required
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
          rightSectionPointerEvents="none"
          {...form.getInputProps('share')}
        />
      )}
    </>
  )
}
