import type { Account } from '#contract/accounts.ts'
import type { Settings } from '#contract/settings.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { queryClient } from '../api/query-client.ts'
import { stored } from '../session/storage.ts'
import { accountsQuery } from '../features/accounts/accounts-query.ts'
import { identityQuery } from '../features/identity/identity-query.ts'
import { overviewQuery } from '../features/overview/overview-query.ts'
import { earlyPaymentQuery } from '../features/pay-now/early/early-payment-query.ts'
import { loadGuestPage } from '../features/pay-now/guest/guest-page-query.ts'
import { loadSchedule } from '../features/payment-schedule/load-schedule.ts'
import { loadRunningPlan } from '../features/plan-changes/load-running-plan.ts'
import { repaymentDetailsQuery } from '../features/payment-methods/repayment-details-query.ts'
import { findRoute, type RoutePattern } from './find-route.ts'
import type { FrameProps } from './frame.ts'
import { lazyPart, type LazyPart } from '../lazy-part/lazy-part.ts'
import type { OwnPath } from '../features/accounts/own-paths.ts'
import { payNowLayout } from './pay-now-layout/lazy-pay-now-layout.ts'
import { shell } from './shell/lazy-shell.ts'

/** The props of every page behind the log-in. */
export type AccountPageProps = { account: Account; setupStatus: AccountSetupStatus | undefined }

export type PublicRoute = RoutePattern & {
  layout: 'signed-out' | 'bare'
  isWide?: true
  page: LazyPart<object>
}

export type AccountRoute = RoutePattern & {
  path: OwnPath
  layout: 'shell' | 'pay-now'
  page: LazyPart<AccountPageProps>
  /** Shown until the account is known. It has its own small bundle, because the page's is large. */
  skeleton?: LazyPart<object>
  /** Starts the page's own call, so that data and bundle load in parallel. */
  loadData?: (accountId: string) => void
  /** Shown instead, without a log-in, when the address names a payment request. */
  guestPage?: LazyPart<{ requestId: string }>
  guestSkeleton?: LazyPart<object>
  /** An installation can switch the page off. */
  isWithdrawn?: (flags: Settings['flags']) => boolean
}

export type Route = PublicRoute | AccountRoute

export const routes: readonly Route[] = [
  {
    path: '/login/sent',
    layout: 'signed-out',
    page: lazyPart(() => import('../features/login/sent-page.tsx'), 'SentPage'),
  },
  {
    path: '/login/account-selection',
    layout: 'signed-out',
    isWide: true,
    page: lazyPart(() => import('../features/accounts/account-selection-page.tsx'), 'AccountSelectionPage'),
  },
  {
    path: '/login',
    matchesBelow: true,
    layout: 'signed-out',
    page: lazyPart(() => import('../features/login/login-page.tsx'), 'LoginPage'),
  },
  {
    path: '/stop-change',
    layout: 'signed-out',
    page: lazyPart(() => import('../features/contact-change/stop-change-page.tsx'), 'StopChangePage'),
  },
  {
    path: '/404',
    layout: 'bare',
    page: lazyPart(() => import('./not-found/not-found-page.tsx'), 'NotFoundPage'),
  },
  {
    path: '/test-errors',
    matchesBelow: true,
    layout: 'signed-out',
    page: lazyPart(() => import('./test-errors/test-errors-page.tsx'), 'TestErrorsPage'),
  },
  {
    path: '/_gallery',
    layout: 'bare',
    page: lazyPart(() => import('../gallery/gallery-page.tsx'), 'GalleryPage'),
  },
  {
    path: '/',
    layout: 'shell',
    page: lazyPart(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
    skeleton: lazyPart(() => import('../features/overview/overview-skeleton.tsx'), 'OverviewSkeleton'),
    loadData: (accountId) => void queryClient.prefetchQuery(overviewQuery(accountId)),
  },
  {
    path: '/transactions',
    layout: 'shell',
    page: lazyPart(() => import('../features/transactions/transactions-page.tsx'), 'TransactionsPage'),
  },
  {
    path: '/statements',
    layout: 'shell',
    page: lazyPart(() => import('../features/statements/statements-page.tsx'), 'StatementsPage'),
    isWithdrawn: (flags) => flags.hideStatements,
  },
  {
    path: '/payment-schedule',
    layout: 'shell',
    page: lazyPart(
      () => import('../features/payment-schedule/payment-schedule-page.tsx'),
      'PaymentSchedulePage',
    ),
    skeleton: lazyPart(
      () => import('../features/payment-schedule/payment-schedule-skeleton.tsx'),
      'PaymentScheduleSkeleton',
    ),
    loadData: loadSchedule,
  },
  {
    path: '/payment-schedule/move',
    layout: 'shell',
    page: lazyPart(() => import('../features/plan-changes/move-page.tsx'), 'MovePage'),
    loadData: loadRunningPlan,
  },
  {
    path: '/payment-schedule/method',
    layout: 'shell',
    page: lazyPart(() => import('../features/plan-changes/method-page.tsx'), 'MethodPage'),
    loadData: loadRunningPlan,
  },
  {
    path: '/payment-schedule/skip',
    layout: 'shell',
    page: lazyPart(() => import('../features/plan-changes/skip-page.tsx'), 'SkipPage'),
    loadData: loadRunningPlan,
  },
  {
    path: '/payment-schedule/extra',
    layout: 'shell',
    page: lazyPart(() => import('../features/plan-changes/extra-page.tsx'), 'ExtraPage'),
    loadData: loadRunningPlan,
  },
  {
    path: '/payment-schedule/help',
    layout: 'shell',
    page: lazyPart(() => import('../features/care/help-page.tsx'), 'HelpPage'),
    loadData: loadRunningPlan,
  },
  {
    path: '/manage-payments',
    matchesBelow: true,
    layout: 'shell',
    page: lazyPart(
      () => import('../features/payment-methods/payment-methods-page.tsx'),
      'PaymentMethodsPage',
    ),
    skeleton: lazyPart(
      () => import('../features/payment-methods/payment-methods-skeleton.tsx'),
      'PaymentMethodsSkeleton',
    ),
    loadData: (accountId) => void queryClient.prefetchQuery(repaymentDetailsQuery(accountId)),
  },
  {
    path: '/payments/complete',
    layout: 'shell',
    page: lazyPart(() => import('../features/payment-methods/complete-page.tsx'), 'CompletePage'),
  },
  {
    path: '/switch-account',
    matchesBelow: true,
    layout: 'shell',
    page: lazyPart(() => import('../features/switch-account/switch-account-page.tsx'), 'SwitchAccountPage'),
  },
  {
    path: '/verify-identity',
    matchesBelow: true,
    layout: 'shell',
    page: lazyPart(() => import('../features/identity/identity-page.tsx'), 'IdentityPage'),
    loadData: (accountId) => void queryClient.prefetchQuery(identityQuery(accountId)),
  },
  {
    path: '/profile',
    layout: 'shell',
    page: lazyPart(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  },
  {
    path: '/pay-now',
    matchesBelow: true,
    layout: 'pay-now',
    page: lazyPart(() => import('../features/pay-now/early-page.tsx'), 'EarlyPage'),
    skeleton: lazyPart(() => import('../features/pay-now/early/early-skeleton.tsx'), 'EarlySkeleton'),
    loadData: (accountId) => void queryClient.prefetchQuery(earlyPaymentQuery(accountId)),
    isWithdrawn: (flags) => flags.hideEarlyPayments,
    guestPage: lazyPart(() => import('../features/pay-now/guest-page.tsx'), 'GuestPage'),
    guestSkeleton: lazyPart(
      () => import('../features/pay-now/guest/payment-skeleton.tsx'),
      'PaymentSkeleton',
    ),
  },
]

export function isAccountRoute(route: Route): route is AccountRoute {
  return route.layout === 'shell' || route.layout === 'pay-now'
}

/** The frame around a page. */
export function frameOf(route: AccountRoute): LazyPart<FrameProps> {
  return route.layout === 'shell' ? shell : payNowLayout
}

/** The payment request in the address; undefined if it is empty. */
export function requestIn(search: string): string | null {
  return new URLSearchParams(search).get('request') || null
}

/**
 * Loads everything a page needs in parallel: bundles, and data if there is a session. Ends when the bundles are there,
 * so that a page that is already drawn is replaced by a whole one.
 */
export async function preload(pathname: string): Promise<void> {
  const route = findRoute(routes, pathname)
  if (!route) return
  if (!isAccountRoute(route)) return route.page.load()
  const requestId = requestIn(location.search)
  if (route.guestPage && requestId !== null) {
    loadGuestPage(requestId)
    await Promise.all([payNowLayout.load(), route.guestPage.load()])
    return
  }
  const accountId = stored('accountId')
  if (stored('token') !== null && accountId !== null) {
    route.loadData?.(accountId)
    void queryClient.prefetchQuery(accountsQuery)
  }
  await Promise.all([frameOf(route).load(), route.page.load(), route.skeleton?.load()])
}
