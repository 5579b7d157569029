import { authOperations as auth } from '../../../contract/workspaces/auth.ts'
import {
  workspaceTokenOperations as allTokens,
  ownTokenOperations as ownTokens,
} from '../../../contract/workspaces/tokens.ts'
import { workspaceOperations as workspace } from '../../../contract/workspaces/workspace.ts'
import { browserOf, type Call } from '../../platform/http/call.ts'
import type { Http } from '../../platform/http/http.ts'
import { acceptInvitation, getInvitation } from './joining/acceptances.ts'
import { getSignup, signUp } from './joining/signups.ts'
import { eraseOwnAccount } from './leaving/account-erasure.ts'
import { deleteWorkspace } from './leaving/workspace-deletion.ts'
import { invite } from './seats/invitations.ts'
import { updateAccount } from './seats/own-name.ts'
import * as seats from './seats/seats.ts'
import * as teams from './seats/teams.ts'
import { confirmPerson } from './sessions/confirmations.ts'
import { changePassword } from './sessions/password-changes.ts'
import { confirmReset, requestReset } from './sessions/password-resets.ts'
import * as sessions from './sessions/sessions.ts'
import { signIn } from './sessions/signins.ts'
import * as tokens from './tokens/tokens.ts'
import { getWorkspaceHere, updateWorkspace, type Workspaces } from './workspace/workspaces.ts'

const data = async <T>(answer: Promise<T>): Promise<{ data: T }> => ({ data: await answer })
const deviceOf = ({ address, userAgent, request }: Call): sessions.Device => ({
  address,
  userAgent,
  cookie: browserOf(request),
})

export function bindWorkspaces(http: Http, deps: Workspaces): void {
  http.bindPublic(auth.signUp, (c) => data(signUp(deps, c.body, deviceOf(c))))
  http.bindPublic(auth.signIn, (c) => data(signIn(deps, c.body, deviceOf(c))))
  http.bindPublic(auth.getSignup, () => data(getSignup(deps)))
  http.bindPublic(auth.requestPasswordReset, (c) => data(requestReset(deps, c.body, deviceOf(c))))
  http.bindPublic(auth.confirmPasswordReset, (c) => data(confirmReset(deps, c.body, deviceOf(c))))
  http.bindPublic(auth.getInvitation, (c) => data(getInvitation(deps, c.params.token)))
  http.bindPublic(auth.acceptInvitation, (c) =>
    data(acceptInvitation(deps, c.params.token, c.body, deviceOf(c))),
  )
  http.bind(auth.getSession, (c, tx) => data(sessions.getSession(tx, c.actor)))
  http.bind(auth.updateAccount, (c, tx) => data(updateAccount(tx, c.actor, c.body)))
  http.bind(auth.signOut, (c, tx) => data(sessions.signOut(tx, c.actor)))
  http.bind(auth.switchWorkspace, (c, tx) =>
    data(sessions.switchWorkspace(tx, c.actor, c.body, deviceOf(c))),
  )
  http.bind(auth.listSessions, (c, tx) => sessions.listSessions(tx, c.actor, c.query))
  http.bind(auth.endSession, (c, tx) => sessions.endSession(tx, c.actor, c.params.id))
  http.bindOwn(auth.changePassword, (c) => changePassword(deps, c))
  http.bindOwn(auth.eraseAccount, (c) => eraseOwnAccount(deps, c))

  http.bind(ownTokens.listTokens, (c, tx) => tokens.listOwnTokens(tx, c.actor, c.query))
  http.bindOwn(ownTokens.createToken, async (c) => {
    await confirmPerson(deps, c)
    return c.transaction((tx) => data(tokens.createToken(tx, c.actor, c.body)))
  })
  http.bind(ownTokens.revokeToken, (c, tx) => tokens.revokeOwnToken(tx, c.actor, c.params.id))
  http.bindOwn(ownTokens.rotateToken, async (c) => {
    await confirmPerson(deps, c)
    return c.transaction((tx) => data(tokens.rotateToken(tx, c.actor, c.params.id, c.body)))
  })
  http.bind(allTokens.listTokens, (c, tx) => tokens.listAllTokens(tx, c.query))
  http.bind(allTokens.revokeToken, (c, tx) => tokens.revokeAnyToken(tx, c.actor, c.params.id))
  http.bind(allTokens.listTokenNames, (c, tx) => tokens.listTokenNames(tx, c.query))

  http.bind(workspace.getWorkspace, (_, tx) => data(getWorkspaceHere(deps, tx)))
  http.bind(workspace.updateWorkspace, (c, tx) => data(updateWorkspace(deps, tx, c.actor, c.body)))
  http.bindOwn(workspace.deleteWorkspace, (c) => deleteWorkspace(deps, c))
  http.bind(workspace.listSeats, (c, tx) => seats.listSeats(tx, c.query))
  http.bindOwn(workspace.inviteSeat, (c) => invite(deps, c))
  http.bind(workspace.getSeat, (c, tx) => data(seats.getSeat(tx, c.params.crmUserId)))
  http.bind(workspace.updateSeat, (c, tx) =>
    data(seats.updateSeat(tx, c.actor, c.params.crmUserId, c.body)),
  )
  http.bind(workspace.removeSeat, (c, tx) => seats.removeSeat(tx, c.actor, c.params.crmUserId))
  http.bind(workspace.listTeams, (c, tx) => teams.listTeams(tx, c.query))
  http.bind(workspace.createTeam, (c, tx) => data(teams.createTeam(tx, c.actor, c.body)))
  http.bind(workspace.getTeam, (c, tx) => data(teams.getTeam(tx, c.params.id)))
  http.bind(workspace.updateTeam, (c, tx) =>
    data(teams.renameTeam(tx, c.actor, c.params.id, c.body)),
  )
  http.bind(workspace.deleteTeam, (c, tx) => teams.deleteTeam(tx, c.actor, c.params.id))
}
