import type { DefinitionBase } from './addressed.ts'

/** The client's groups of operations that are the same for boards and for pages. */
type DefinitionGroup = 'boards' | 'definitions'

/** Where a group's operations are: the base of their paths, and their heading in the reference. */
interface Place {
  group: DefinitionGroup
  base: DefinitionBase
  tag: string
}

/** Operations of boards, and their twins, which are of boards and pages. */
export type OnDefinitions<Group> = Record<DefinitionGroup, Group>

/** Describes operations once, for boards by their id, and for boards and pages by their key. */
export const onDefinitions = <Group>(
  operationsAt: (place: Place) => Group,
): OnDefinitions<Group> => ({
  boards: operationsAt({ group: 'boards', base: '/v1/boards/{id}', tag: 'Boards' }),
  definitions: operationsAt({
    group: 'definitions',
    base: '/v1/definitions/{key}',
    tag: 'Definitions',
  }),
})
