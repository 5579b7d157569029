/** What funders usually ask for before a deal funds; one click adds each. */
export const usualStipulations = [
  { title: 'Three months of bank statements', requiredDocumentType: 'bank_statement' },
  { title: 'Owner’s driver’s license', requiredDocumentType: 'drivers_licence' },
  { title: 'Voided check', requiredDocumentType: 'voided_check' },
  { title: 'Signed contract', requiredDocumentType: 'signed_contract' },
  { title: 'Proof of ownership', requiredDocumentType: 'proof_of_ownership' },
  { title: 'Most recent business tax return', requiredDocumentType: 'tax_return' },
  { title: 'Card processing statements', requiredDocumentType: 'processing_statement' },
  { title: 'Landlord’s waiver', requiredDocumentType: 'landlord_waiver', by: 'landlord' },
  { title: 'Payoff letter from the other funder', requiredDocumentType: 'payoff_letter' },
] as const
