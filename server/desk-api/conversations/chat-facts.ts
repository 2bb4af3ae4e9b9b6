import type { Overview } from '#contract/overview.ts'
import type { ChatFacts, ChatFamily, ChatSuggestion } from '#contract/staff-conversations.ts'
import { formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import type { ReplyFacts } from '#domain/canned-replies.ts'
import { formatCurrency, toDecimal } from '#domain/money.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import { renderStored } from '../../letters/messages/render.ts'
import { overviewForStaff } from '../../portal-api/overview/overview.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { requireConversation } from '../company/conversations.ts'
import { contextForStaff } from '../company/outbox-desk.ts'
import { findLastLogIn, listFamiliesOfCustomer, listNotices, type FamilyRow } from './chat-facts.store.ts'

/** The facts that help to answer. A visitor's families are unknown, whatever address they give. */
export async function readChatFacts(
  deps: ReadDeps,
  viewer: Viewer,
  conversationId: string,
): Promise<ChatFacts> {
  const { db, clock } = deps
  const { id, customerId } = await requireConversation(db, conversationId)
  const families = customerId === null ? [] : await readFamilies(deps, customerId)
  await recordView({ db, clock }, viewer, {
    subjectIds: [customerId ?? id, ...families.map(({ accountId }) => accountId)],
    action: 'ConversationFactsShown',
    details: { conversationId },
  })
  const lastLogIn = customerId === null ? undefined : await findLastLogIn(db, customerId)
  return {
    families,
    notices: await readNotices(deps, conversationId),
    lastSeenAt: lastLogIn?.toISOString() ?? null,
  }
}

/** The families as the portal shows them. */
export async function readFamilies(deps: ReadDeps, customerId: string): Promise<ChatFamily[]> {
  const families: ChatFamily[] = []
  for (const row of await listFamiliesOfCustomer(deps.db, customerId)) {
    families.push(familyOf(row, await overviewForStaff(deps, row.accountId)))
  }
  return families
}

function familyOf({ processing, requestId, ...row }: FamilyRow, overview: Overview): ChatFamily {
  const overdue = overview.problems.find((problem) => problem.kind === 'Overdue')
  const { nextRepayment: next, activePlan: plan } = overview
  const payments = plan?.payments.filter(({ isExtra }) => !isExtra) ?? []
  const family = {
    ...row,
    overdue: overdue ? { amount: overdue.amount, date: overdue.since } : null,
    next: next ? { amount: next.total, date: next.date } : null,
    onItsWay: processing && { amount: toDecimal(processing.amount), date: processing.since },
    balance: overview.currentBalance,
    plan: plan && {
      yearName: tuitionYearName(plan.tuitionYear, row.region),
      paid: payments.filter(({ status }) => status === 'Paid').length,
      count: payments.length,
    },
  }
  return { ...family, suggestions: suggestionsFor(family, overview, requestId) }
}

/** Suggestions follow from the family's situation, never from guessing at what it wrote. */
function suggestionsFor(
  { overdue, region }: Pick<ChatFamily, 'overdue' | 'region'>,
  overview: Overview,
  requestId: string | null,
): ChatSuggestion[] {
  const money = (amount: number) => formatCurrency(amount, region)
  return [
    ...movesFor(overview),
    ...(overdue && requestId !== null
      ? [
          {
            action: 'resend-request',
            label: `Send the link for ${money(overdue.amount)} again`,
            query: { requestId },
          },
        ]
      : []),
    ...(overdue ? [{ action: 'hardship', label: 'Offer an arrangement', query: {} }] : []),
  ]
}

/** Failed payments come first: most families write about them. */
function movesFor({ fix, nextRepayment: next }: Overview): ChatSuggestion[] {
  const [failed] = fix?.payments ?? []
  const [part] = next?.parts ?? []
  const action = 'move-payment'
  if (failed)
    return [
      {
        action,
        label: `Move the failed payment of ${formatDate(failed.dueDate)}`,
        query: { dueOn: failed.dueDate },
      },
    ]
  if (!next || !part || next.movableUntil === null) return []
  return [{ action, label: `Move the payment of ${formatDate(next.date)}`, query: { dueOn: part.dueDate } }]
}

async function readNotices(
  deps: ReadDeps & { db: Db },
  conversationId: string,
): Promise<ChatFacts['notices']> {
  const rows = await listNotices(deps.db, conversationId)
  const company = await companySettings(deps)
  return rows.map(({ id, kind, facts, region, at }) => {
    const context = contextForStaff(company, deps.config, region)
    const words = renderStored(kind, facts, context)
    return { id, title: 'subject' in words ? words.subject : words.text, at: at.toISOString() }
  })
}

/** The values for the gaps of a canned reply. With several families, a value is used only if it is the same for all. */
export function replyFactsOf(firstName: string | null, families: readonly ChatFamily[]): ReplyFacts {
  const [family, another] = families
  const name: ReplyFacts = firstName === null ? {} : { 'first name': firstName }
  if (!family || another) return name
  const { next, overdue, region } = family
  const money = (amount: number) => formatCurrency(amount, region)
  return {
    ...name,
    school: family.schoolName,
    'account number': family.shortId,
    balance: money(family.balance),
    ...(next && { 'next payment sum': money(next.amount), 'next payment day': formatDateWithDay(next.date) }),
    ...(overdue && { 'overdue sum': money(overdue.amount), 'overdue since': formatDate(overdue.date) }),
  }
}
