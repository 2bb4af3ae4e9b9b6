import type { Key } from '../session/client.ts'

/** A page that the build renders as far as it is the same for everyone, so that it shows before any script has run. */
export type DrawnPage = {
  path: string
  title: string
  /** Who can open it. Others see nothing of it. */
  whom: 'everyone' | 'customer' | 'guest'
  /** The modules that it starts with. Each has a bundle of its own. */
  parts: readonly string[]
  /** What it asks for at once, while its bundles are loading. */
  calls: readonly Key[]
}

/** The file that the server sends for the page. */
export function fileOf({ path }: DrawnPage): string {
  return `pages/${path === '/' ? 'index' : path.slice(1)}.html`
}

const accounts = 'GET /api/portal/customer/accounts'
const shell = '/app/shell/shell.tsx'

export const drawnPages: readonly DrawnPage[] = [
  {
    path: '/login',
    title: 'Log in',
    whom: 'everyone',
    parts: ['/features/login/login-page.tsx'],
    calls: [],
  },
  {
    path: '/pay-now',
    title: 'Make a payment',
    whom: 'guest',
    parts: ['/app/pay-now-layout/pay-now-layout.tsx', '/features/pay-now/guest-page.tsx'],
    calls: ['GET /api/portal/guest/payment-page-details'],
  },
  {
    path: '/',
    title: 'Overview',
    whom: 'customer',
    parts: [shell, '/features/overview/overview-page.tsx'],
    calls: [accounts, 'GET /api/portal/customer/account/:accountId/overview'],
  },
  {
    path: '/transactions',
    title: 'Transactions',
    whom: 'customer',
    parts: [shell, '/features/transactions/transactions-page.tsx'],
    calls: [accounts],
  },
  {
    path: '/payment-schedule',
    title: 'Customise your payment schedule',
    whom: 'customer',
    parts: [shell, '/features/payment-schedule/payment-schedule-page.tsx'],
    calls: [
      accounts,
      'GET /api/portal/customer/account/:accountId/plan-material',
      'GET /api/portal/customer/account/:accountId/repayment-details',
    ],
  },
  {
    path: '/manage-payments',
    title: 'Payment preferences',
    whom: 'customer',
    parts: [shell, '/features/payment-methods/payment-methods-page.tsx'],
    calls: [accounts, 'GET /api/portal/customer/account/:accountId/repayment-details'],
  },
]
