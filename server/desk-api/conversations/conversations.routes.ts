import type { staffCannedReplies } from '#contract/staff-canned-replies.ts'
import type { staffConversations } from '#contract/staff-conversations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { closeConversation } from '../company/conversations.ts'
import { addReply, changeReply, readFilledReplies, readReplies, removeReply } from './canned-replies.ts'
import { readChatFacts } from './chat-facts.ts'

export function staffConversationsRoutes(deps: Deps): Handlers<typeof staffConversations> {
  return {
    'GET /api/staff/conversations/:conversationId/facts': (call) =>
      readChatFacts(deps, call, call.params.conversationId),
    'POST /api/staff/conversations/:conversationId/close': (call) =>
      closeConversation(deps, actorOf(call), call.params.conversationId, { isClosed: true }),
    'POST /api/staff/conversations/:conversationId/reopen': (call) =>
      closeConversation(deps, actorOf(call), call.params.conversationId, { isClosed: false }),
  }
}

export function staffCannedRepliesRoutes(deps: Deps): Handlers<typeof staffCannedReplies> {
  return {
    'GET /api/staff/canned-replies': () => readReplies(deps),
    'GET /api/staff/conversations/:conversationId/canned-replies': (call) =>
      readFilledReplies(deps, call.params.conversationId),
    'POST /api/staff/canned-replies': (call) => addReply(deps, actorOf(call), call.body),
    'PUT /api/staff/canned-replies/:replyId': (call) =>
      changeReply(deps, actorOf(call), call.params.replyId, call.body),
    'POST /api/staff/canned-replies/:replyId/remove': (call) =>
      removeReply(deps, actorOf(call), call.params.replyId),
  }
}
