import type { Obligation } from './obligation-words.rules.ts'

type Asked = Pick<Obligation, 'status' | 'requiredDocumentType' | 'documentId'>

/** Whether somebody has to say more before it is completed: add its document, or approve what was submitted. */
export const needsDialog = ({ status, requiredDocumentType, documentId }: Asked): boolean =>
  status === 'submitted' || (requiredDocumentType !== null && documentId === null)
