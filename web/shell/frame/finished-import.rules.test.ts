import { expect, test } from 'vitest'
import { finishedWords } from './finished-import.rules.ts'

const run = { status: 'completed', imported: 4812, failed: 0, fileName: 'leads.csv' } as const

test.each([
  [run, 'Imported 4,812 rows into Leads.'],
  [{ ...run, imported: 1 }, 'Imported 1 row into Leads.'],
  [{ ...run, status: 'partial', failed: 1200 }, 'Imported 4,812 rows into Leads; 1,200 refused.'],
  [{ ...run, status: 'failed' }, 'The import of “leads.csv” stopped.'],
  [{ ...run, status: 'failed', fileName: null }, 'The import into Leads stopped.'],
  [{ ...run, status: 'cancelled' }, 'The import of “leads.csv” was cancelled.'],
] as const)('%o: %s', (of, words) => {
  expect(finishedWords(of, 'Leads')).toBe(words)
})
