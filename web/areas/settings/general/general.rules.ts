import type { Body, Data } from '../../../service/api.ts'

type Workspace = Data<'workspace.getWorkspace'>

/** The fields of the form. */
export interface General {
  name: string
  region: string
  timeZone: string
  currency: string
  escalationUserId: string | null
  moneyVisibleTo: Workspace['moneyVisibleTo'] | null
}

export const generalOf = (workspace: Workspace): General => {
  const { name, region, timeZone, currency, escalationUserId, moneyVisibleTo } = workspace
  return {
    name,
    region,
    timeZone,
    currency,
    escalationUserId: escalationUserId === null ? null : String(escalationUserId),
    // Nothing is selected until somebody chooses, so that choosing the current state counts too.
    moneyVisibleTo: workspace.moneyVisibilityUndecided ? null : moneyVisibleTo,
  }
}

/** What to save: only the fields that were changed, so that saving undoes no changes of other people. */
export function workspaceChanges(
  typed: General,
  before: General,
): Body<'workspace.updateWorkspace'> {
  const changed = Object.entries({ ...typed, name: typed.name.trim() }).filter(
    ([field, value]) => value !== before[field as keyof General],
  )
  const {
    escalationUserId: to,
    moneyVisibleTo,
    ...rest
  } = Object.fromEntries(changed) as Partial<General>
  return {
    ...rest,
    ...(to !== undefined && { escalationUserId: to === null ? null : Number(to) }),
    ...(moneyVisibleTo && { moneyVisibleTo }),
  }
}
