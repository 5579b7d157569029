import { useAnswer } from '../../service/api.ts'

/** The names of boards, pages and columns by key. The key stands in until the name is known. */
export function useDefinitionNames() {
  const definitions = useAnswer('definitions.list', { query: { limit: 1000 } }).data?.data ?? []
  const find = (key: string) => definitions.find((one) => one.key === key)
  return {
    definitions,
    definition: (key: string) => find(key)?.name ?? key,
    column: (key: string, column: string) =>
      find(key)?.columns.find((one) => one.key === column)?.name ?? column,
  }
}
