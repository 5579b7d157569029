import { Select, TextInput } from '@mantine/core'
import { usePeople } from '../../session.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useDealView, useWholeDeal } from './deal-view.tsx'
import { partyKindLabels } from './parties.rules.ts'
import { leftText } from './shares.rules.ts'
import type { PartyForm, Problems, TermsForm } from './stake-form.rules.ts'
import type { Basis, PartyKind, Stake } from './types.ts'

const basisLabels: Record<Basis, string> = {
  gross: 'A share of each receipt (gross)',
  funded: 'A share of the funded amount, once in all',
  flat: 'A flat amount, once in all',
  net: 'A share of what the others leave (net)',
}

const optionsOf = <V extends string>(labels: Record<V, string>) =>
  (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }))

interface PartyProps {
  party: PartyForm
  onChange: (party: PartyForm) => void
  problem: string | undefined
}

/** Who a stake is for. */
export function PartyFields({ party, onChange, problem }: PartyProps) {
  const { seats } = usePeople()
  const people = seats.filter(({ status }) => status === 'active')
  return (
    <>
      <Select
        label="For"
        data-autofocus
        allowDeselect={false}
        data={optionsOf(partyKindLabels)}
        value={party.kind}
        onChange={(kind) => onChange({ ...party, kind: kind as PartyKind })}
      />
      {party.kind === 'crm_user' && (
        <Select
          label="Person"
          required
          searchable
          openOnFocus={false}
          data={people.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
          value={party.crmUserId}
          onChange={(crmUserId) => onChange({ ...party, crmUserId })}
          error={problem}
        />
      )}
      {party.kind === 'account' && (
        <Select
          label="Login"
          required
          searchable
          openOnFocus={false}
          data={people.map(({ accountId, name, email }) => ({
            value: accountId,
            label: `${name} (${email})`,
          }))}
          value={party.accountId}
          onChange={(accountId) => onChange({ ...party, accountId })}
          error={problem}
        />
      )}
      {party.kind === 'external' && (
        <TextInput
          label="Name"
          description="The same name in another deal is the same party: their balances are summed."
          required
          maxLength={300}
          value={party.externalParty}
          onChange={(event) => onChange({ ...party, externalParty: event.currentTarget.value })}
          error={problem}
        />
      )}
    </>
  )
}

interface TermsProps {
  terms: TermsForm
  onChange: (terms: TermsForm) => void
  problems: Problems
  /** The stake that they are of, whose share is not counted against them. */
  of?: Stake
}

/** How much a stake gets of receipts to come. */
export function TermsFields({ terms, onChange, problems, of }: TermsProps) {
  const { stakes, money } = useDealView()
  const deal = useWholeDeal()
  const { basis } = terms
  const free = leftText(basis, stakes, of)
  const isFunded = basis === 'funded'
  const funded =
    deal.fundedMinor === null
      ? 'The deal has no funded amount yet, so it gets nothing until one is set.'
      : `Of ${money(deal.fundedMinor)}, as far as the money reaches.`
  return (
    <>
      <Select
        label="Gets"
        data-autofocus
        allowDeselect={false}
        data={optionsOf(basisLabels)}
        value={basis}
        onChange={(value) => onChange({ ...terms, basis: value as Basis })}
      />
      {basis === 'flat' ? (
        <MoneyInput
          label="Amount"
          required
          currency={deal.currency}
          value={terms.flat}
          onChange={(flat) => onChange({ ...terms, flat })}
          error={problems.flat}
        />
      ) : (
        <TextInput
          label="Share in percent"
          description={isFunded ? funded : `The other ${basis} stakes leave ${free ?? 'nothing'}.`}
          required
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
          rightSectionPointerEvents="none"
          value={terms.share}
          onChange={(event) => onChange({ ...terms, share: event.currentTarget.value })}
          error={problems.share}
        />
      )}
    </>
  )
}
