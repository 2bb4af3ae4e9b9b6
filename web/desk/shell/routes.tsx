import { lazy, type ComponentType } from 'react'

/** Each screen is a bundle of its own. The first route that matches is shown. */
type DeskRoute = { path: string; page: ComponentType }

const page = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: await load() }))

const family = page(async () => (await import('../family/family-page.tsx')).FamilyPage)
const chat = page(async () => (await import('../chat/chat-page.tsx')).ChatPage)
const school = page(async () => (await import('../schools/school-page.tsx')).SchoolPage)
const money = page(async () => (await import('../money/money-page.tsx')).MoneyPage)
const admin = page(async () => (await import('../admin/admin-page.tsx')).AdminPage)

export const routes: readonly DeskRoute[] = [
  { path: '/', page: page(async () => (await import('../today/today-page.tsx')).TodayPage) },
  { path: '/families/:accountId/:tab?', page: family },
  {
    path: '/reviews/:reviewId',
    page: page(async () => (await import('../reviews/review-page.tsx')).ReviewPage),
  },
  {
    path: '/approvals/:approvalId',
    page: page(async () => (await import('../approvals/approval-page.tsx')).ApprovalPage),
  },
  {
    path: '/payments/:paymentId',
    page: page(async () => (await import('../payment/payment-page.tsx')).PaymentPage),
  },
  { path: '/chat/:conversationId?', page: chat },
  { path: '/schools', page: page(async () => (await import('../schools/schools-page.tsx')).SchoolsPage) },
  { path: '/schools/:schoolId/:part?', page: school },
  { path: '/money/:part?', page: money },
  { path: '/admin/:part?', page: admin },
]
