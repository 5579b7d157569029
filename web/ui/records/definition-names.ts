import { useAnswer } from '../../api.ts'

/** Names of boards and pages, and of their columns, by their keys, which stand in while they are not known. */
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
