/**
 * The statement with the workspace as one more parameter. The function is the same to one server, but only a value tells a
 * cluster which of its nodes has the rows.
 */
export const bindWorkspace = (text: string, parameters: number): string =>
  text.replaceAll('current_workspace()', `$${parameters + 1}::uuid`)
