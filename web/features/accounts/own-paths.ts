/** The pages a log-in may return to. Only their paths, so that checking an address does not load the pages. */
export const ownPaths = [
  '/',
  '/transactions',
  '/statements',
  '/payment-schedule',
  '/payment-schedule/move',
  '/payment-schedule/method',
  '/payment-schedule/skip',
  '/payment-schedule/extra',
  '/payment-schedule/help',
  '/manage-payments',
  '/payments/complete',
  '/switch-account',
  '/verify-identity',
  '/profile',
  '/pay-now',
] as const
export type OwnPath = (typeof ownPaths)[number]
