import {
  completeObligation,
  submitObligation,
  waiveObligation,
} from '../domains/obligations/changing/obligation-verbs.ts'
import {
  createObligation,
  type NewObligation,
} from '../domains/obligations/changing/obligations.ts'
import { createDocument } from '../domains/obligations/documents/documents.ts'
import type { Database } from '../platform/database/db.ts'
import type { Desk } from './people.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/**
 * Makes obligations on the deals: a checklist before one of them is funded, one that is late, one that was waived, and
 * a covenant that repeats every month.
 */
export async function furnishObligations(
  db: Database,
  { dana, marcus, priya }: Desk,
  [, kessler, nguyen]: string[],
): Promise<void> {
  await db.withWorkspace(marcus, async (tx) => {
    const owe = (body: NewObligation) => createObligation(tx, marcus, body)
    const { id: parentObligationId } = await owe({
      title: 'Kessler: before funding',
      obligationType: 'closing_condition',
      dealRowId: kessler!,
      dueAt: inHours(72),
      assignedToUserId: priya.crmUserId,
    })
    const stipulation: Omit<NewObligation, 'title'> = {
      obligationType: 'stipulation',
      responsibleParty: 'borrower',
      parentObligationId,
      dealRowId: kessler!,
      assignedToUserId: priya.crmUserId,
    }
    await owe({ ...stipulation, title: 'Owner’s driver’s license', slaHours: 48 })
    const statements = await owe({
      ...stipulation,
      title: 'Three months of bank statements',
      slaHours: 24,
      requiredDocumentType: 'bank_statement',
    })
    const { id: documentId } = await createDocument(tx, priya, {
      name: 'Kessler: August to October',
      documentType: 'bank_statement',
      url: 'https://files.example.com/kessler/statements.pdf',
    })
    await submitObligation(tx, priya, statements.id, { documentId })
    const check = await owe({ ...stipulation, title: 'Voided check' })
    await completeObligation(tx, priya, check.id, {})
    const waiver = await owe({
      ...stipulation,
      title: 'Landlord’s waiver',
      responsibleParty: 'landlord',
    })
    await waiveObligation(tx, dana, waiver.id, { reason: 'The business owns its building.' })
    await owe({
      title: 'File the lien',
      obligationType: 'lien_filing',
      priority: 'high',
      dealRowId: nguyen!,
      dueAt: inHours(-30),
      assignedToUserId: marcus.crmUserId,
    })
    await owe({
      title: 'Monthly bank statements',
      obligationType: 'covenant_reporting',
      dealRowId: nguyen!,
      responsibleParty: 'borrower',
      recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      isRecurring: true,
      dueAt: monthEnd(),
    })
  })
}

/** 17:00 UTC on the last day of this month, or of the next month if that day is less than 72 hours away. */
function monthEnd(): string {
  const soon = new Date(Date.now() + 72 * HOUR_MS)
  return new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 0, 17)).toISOString()
}
