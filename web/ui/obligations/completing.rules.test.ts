import { expect, it } from 'vitest'
import { needsDialog } from './completing.rules.ts'

it('only a missing document or an approval needs a dialog', () => {
  const one = { status: 'open', requiredDocumentType: null, documentId: null } as const
  const lease = { ...one, requiredDocumentType: 'lease' }
  expect(needsDialog(one)).toBe(false)
  expect(needsDialog({ ...one, status: 'in_progress' })).toBe(false)
  expect(needsDialog(lease)).toBe(true)
  expect(needsDialog({ ...lease, documentId: 7 })).toBe(false)
  expect(needsDialog({ ...lease, documentId: 7, status: 'submitted' })).toBe(true)
})
