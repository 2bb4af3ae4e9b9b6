import { randomUUID } from 'node:crypto'
import type { staffActions } from '#contract/staff-actions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { doAction, previewAction, showActions, undoAction } from './staff-actions.ts'
import type { Routes } from './try-action.ts'

/** `routes` are the handlers of the calls that an action names. */
export function staffActionsRoutes(deps: Deps, routes: Routes): Handlers<typeof staffActions> {
  const all = { deps, routes }
  return {
    'POST /api/staff/accounts/:accountId/actions/preview': ({ params, body, ...call }) => {
      const { call: name, params: path = {}, body: callBody = {}, words } = body
      return previewAction(all, call, randomUUID(), {
        accountId: params.accountId,
        call: name,
        params: path,
        body: callBody,
        words,
      })
    },
    'POST /api/staff/accounts/:accountId/actions': async ({ params, body, setAccepted, ...call }) => {
      const { id, seen, reason, call: name, params: path = {}, body: callBody = {}, words } = body
      const request = { accountId: params.accountId, call: name, params: path, body: callBody, words }
      const { done, isWaiting } = await doAction(all, { ...call, reason }, { ...request, id, seen })
      if (isWaiting) setAccepted()
      return done
    },
    'GET /api/staff/accounts/:accountId/actions': (call) => showActions(deps, call, call.params.accountId),
    'POST /api/staff/accounts/:accountId/actions/:actionId/undo': (call) =>
      undoAction(all, call, { accountId: call.params.accountId, id: call.params.actionId }),
  }
}
