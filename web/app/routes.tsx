import type { ComponentType } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { queryClient } from '../api/query-client.ts'
import { stored } from '../api/storage.ts'
import { accountsQuery } from '../features/accounts/accounts-query.ts'
import { overviewQuery } from '../features/overview/overview-query.ts'
import { OverviewSkeleton } from '../features/overview/overview-skeleton.tsx'
import { findRoute, type Place } from './find-route.ts'
import { lazyPart, type LazyPart } from './lazy-part.ts'
import { shell } from './shell/lazy-shell.ts'

/** What every page behind the log-in is given. */
export type AccountPageProps = { account: Account; setupStatus: AccountSetupStatus | undefined }

export type PublicRoute = Place & { layout: 'signed-out' | 'bare'; isWide?: true; page: LazyPart<object> }

export type AccountRoute = Place & {
  layout: 'shell'
  page: LazyPart<AccountPageProps>
  skeleton: ComponentType
  /** Starts the page's own call, so that data and bundle travel side by side. */
  loadData: (accountId: string) => void
}

export type Route = PublicRoute | AccountRoute

export const routes: readonly Route[] = [
  {
    path: '/login/sent',
    layout: 'signed-out',
    page: lazyPart(() => import('../features/login/sent-page.tsx').then((module) => module.SentPage)),
  },
  {
    path: '/login/account-selection',
    layout: 'signed-out',
    isWide: true,
    page: lazyPart(() =>
      import('../features/accounts/account-selection-page.tsx').then((module) => module.AccountSelectionPage),
    ),
  },
  {
    path: '/login',
    matchesBelow: true,
    layout: 'signed-out',
    page: lazyPart(() => import('../features/login/login-page.tsx').then((module) => module.LoginPage)),
  },
  {
    path: '/404',
    layout: 'bare',
    page: lazyPart(() => import('./not-found/not-found-page.tsx').then((module) => module.NotFoundPage)),
  },
  {
    path: '/_gallery',
    layout: 'bare',
    page: lazyPart(() => import('../gallery/gallery-page.tsx').then((module) => module.GalleryPage)),
  },
  {
    path: '/',
    layout: 'shell',
    page: lazyPart(() =>
      import('../features/overview/overview-page.tsx').then((module) => module.OverviewPage),
    ),
    skeleton: OverviewSkeleton,
    loadData: (accountId) => void queryClient.prefetchQuery(overviewQuery(accountId)),
  },
]

/** Fetches all that the place needs, at once: bundles, and data where there is a session to ask with. */
export async function preload(pathname: string): Promise<void> {
  const route = findRoute(routes, pathname)
  if (!route) return
  const accountId = stored('accountId')
  if (route.layout === 'shell' && stored('token') !== null && accountId !== null) {
    route.loadData(accountId)
    void queryClient.prefetchQuery(accountsQuery)
    void shell.load()
  }
  await route.page.load()
}
