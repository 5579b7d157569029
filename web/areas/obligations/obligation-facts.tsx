import { Code } from '@mantine/core'
import { paths } from '../../paths.ts'
import { Advanced } from '../../ui/layout/advanced.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { Money } from '../../ui/money/money.tsx'
import { DeadlineMark, PriorityMark } from '../../ui/obligations/marks.tsx'
import {
  documentTypeWords,
  type Obligation,
  partyWords,
  severityWords,
} from '../../ui/obligations/obligation-words.rules.ts'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { CopyField } from '../../ui/values/copy-field.tsx'
import { PersonName } from '../../ui/values/person-name.tsx'
import { Time } from '../../ui/values/time.tsx'
import { ruleText } from './history/history.rules.ts'
import { ObligationLink } from './obligation/obligation-link.tsx'

/** Every field of an obligation that has a value, except those that only programs need. */
export function ObligationFacts({ obligation }: { obligation: Obligation }) {
  const { dealRowId, parentObligationId, amountMinor, currency, recurrenceRule } = obligation
  const { requiredDocumentType, slaHours, deadlineAt, dueAt, escalatedAt } = obligation
  return (
    <Facts>
      {deadlineAt && (
        <Fact name="Due">
          <DeadlineMark obligation={obligation} />
          <div>
            <Time at={deadlineAt} as="moment" />
          </div>
        </Fact>
      )}
      {slaHours !== null && <Fact name="Due within">{slaHours} hours of creation</Fact>}
      {dueAt && dueAt !== deadlineAt && (
        <Fact name="Due date">
          <Time at={dueAt} as="moment" />
        </Fact>
      )}
      {obligation.breachSeverity && (
        <Fact name="Severity">{severityWords[obligation.breachSeverity]}</Fact>
      )}
      <Fact name="Priority">
        <PriorityMark priority={obligation.priority} />
      </Fact>
      <Fact name="Owed by">{partyWords[obligation.responsibleParty]}</Fact>
      <Fact name="Assigned to">
        {obligation.assignedToUserId === null ? (
          'Unassigned'
        ) : (
          <PersonName id={obligation.assignedToUserId} />
        )}
      </Fact>
      {dealRowId && (
        <Fact name="Deal">
          <RecordLink rowId={dealRowId} />
          <br />
          <AppLink to={paths.dealObligations(dealRowId)} inherit>
            Checklist
          </AppLink>
        </Fact>
      )}
      {parentObligationId !== null && (
        <Fact name="Part of">
          <ObligationLink id={parentObligationId} />
        </Fact>
      )}
      {amountMinor !== null && currency !== null && (
        <Fact name="Amount">
          <Money minor={amountMinor} currency={currency} />
        </Fact>
      )}
      {recurrenceRule && <Fact name="Repeats">{ruleText(recurrenceRule)}</Fact>}
      {requiredDocumentType && (
        <Fact name="Required document">{documentTypeWords(requiredDocumentType)}</Fact>
      )}
      {escalatedAt && (
        <Fact name="Escalated">
          To <PersonName id={obligation.escalatedToUserId} />, <Time at={escalatedAt} />
        </Fact>
      )}
      {obligation.completedAt && (
        <Fact name="Completed">
          By <PersonName id={obligation.completedByUserId} />, <Time at={obligation.completedAt} />
        </Fact>
      )}
      {obligation.waivedAt && (
        <Fact name="Waived">
          By <PersonName id={obligation.waivedByUserId} />, <Time at={obligation.waivedAt} />
        </Fact>
      )}
      <Fact name="Added">
        <Time at={obligation.createdAt} />
      </Fact>
      <Fact name="Changed">
        <Time at={obligation.updatedAt} />
      </Fact>
    </Facts>
  )
}

/** The ids of an obligation, and what programs keep with it. */
export function ObligationIds({ obligation }: { obligation: Obligation }) {
  const { detail } = obligation
  return (
    <Advanced>
      <Facts>
        <Fact name="ID">
          <CopyField value={String(obligation.id)} label="ID" />
        </Fact>
        <Own name="Counterparty ID" value={obligation.counterpartyId} />
        <Own name="Facility ID" value={obligation.facilityId} />
        <Own name="Decision ID" value={obligation.decisionId} />
        <Own name="Submission ID" value={obligation.submissionId} />
        {Object.keys(detail).length > 0 && (
          <Fact name="Detail">
            <Code block tabIndex={0}>
              {JSON.stringify(detail, null, 2)}
            </Code>
          </Fact>
        )}
      </Facts>
    </Advanced>
  )
}

function Own({ name, value }: { name: string; value: number | null }) {
  return value === null ? null : <Fact name={name}>{value}</Fact>
}
