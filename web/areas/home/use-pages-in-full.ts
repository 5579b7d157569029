import { useAnswer } from '../../service/api.ts'

/** The pages with their columns, which say what goes through stages. Boards, of which a desk may have hundreds, do not. */
export const usePagesInFull = () =>
  useAnswer('definitions.list', { query: { kind: 'page', limit: 1000 } })
