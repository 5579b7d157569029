/** The statement with the workspace as one more parameter: PostgreSQL plans better for a value than for a function. */
export const bindWorkspace = (text: string, parameters: number): string =>
  text.replaceAll('current_workspace()', `$${parameters + 1}::uuid`)
