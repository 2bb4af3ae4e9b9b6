import type { staffFamily } from '#contract/staff-family.ts'
import type { staffFamilyLedger } from '#contract/staff-family-ledger.ts'
import type { staffFamilyNotes } from '#contract/staff-family-notes.ts'
import type { staffFamilyPlans } from '#contract/staff-family-plans.ts'
import type { staffFamilyRecords } from '#contract/staff-family-records.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { showActivity } from './activity.ts'
import { listDocuments, openDocument } from './documents.ts'
import { explainFigure, showFamily } from './family.ts'
import { explainEntry, exportLedger, showLedger } from './ledger.ts'
import { showSentMessage, showMessages } from './messages.ts'
import { addNote, changeNote, removeNote, showNotes } from './notes.ts'
import { showPayments } from './payments.ts'
import { showPlans } from './plans.ts'

type Family = typeof staffFamily &
  typeof staffFamilyLedger &
  typeof staffFamilyPlans &
  typeof staffFamilyRecords &
  typeof staffFamilyNotes

export function staffFamilyRoutes(deps: Deps): Handlers<Family> {
  return {
    'GET /api/staff/families/:accountId': (call) => showFamily(deps, call, call.params.accountId),
    'GET /api/staff/families/:accountId/explanations/:figure': (call) =>
      explainFigure(deps, call, call.params),
    'GET /api/staff/families/:accountId/ledger': (call) =>
      showLedger(deps, call, { ...call.params, ...call.query }),
    'GET /api/staff/families/:accountId/ledger/export': (call) =>
      exportLedger(deps, call, { ...call.params, ...call.query }),
    'GET /api/staff/families/:accountId/ledger/:entryId': (call) => explainEntry(deps, call, call.params),
    'GET /api/staff/families/:accountId/plans': (call) => showPlans(deps, call, call.params.accountId),
    'GET /api/staff/families/:accountId/payments': (call) =>
      showPayments(deps, call, { ...call.params, ...call.query }),
    'GET /api/staff/families/:accountId/documents': (call) =>
      listDocuments(deps, call, call.params.accountId),
    'GET /api/staff/families/:accountId/documents/:kind/:documentId': (call) =>
      openDocument(deps, call, call.params),
    'GET /api/staff/families/:accountId/messages': (call) =>
      showMessages(deps, call, { ...call.params, ...call.query }),
    'GET /api/staff/families/:accountId/messages/:messageId': (call) =>
      showSentMessage(deps, call, call.params),
    'GET /api/staff/families/:accountId/activity': (call) =>
      showActivity(deps, call, { ...call.params, ...call.query }),
    'GET /api/staff/families/:accountId/notes': (call) => showNotes(deps, call, call.params.accountId),
    'POST /api/staff/families/:accountId/notes': (call) =>
      addNote(deps, actorOf(call), { ...call.params, ...call.body }),
    'PUT /api/staff/families/:accountId/notes/:noteId': (call) =>
      changeNote(deps, actorOf(call), { ...call.params, text: call.body.text, isPinned: call.body.isPinned }),
    'POST /api/staff/families/:accountId/notes/:noteId/delete': (call) =>
      removeNote(deps, actorOf(call), call.params),
  }
}
