import { useHeads } from '../../service/heads.ts'

/** The names of boards and pages by key. The key stands in until the name is known. */
export function useDefinitionNames() {
  const { heads: definitions = [] } = useHeads()
  return {
    definitions,
    definition: (key: string) => definitions.find((one) => one.key === key)?.name ?? key,
  }
}
