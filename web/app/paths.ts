/**
 * The pages that a log-in may lead to. Without the pages themselves, so that whoever only asks whether an address
 * is one of ours need not load them.
 */
export const ownPaths = [
  '/',
  '/transactions',
  '/statements',
  '/payment-schedule',
  '/manage-payments',
  '/payments/complete',
  '/switch-account',
  '/verify-identity',
  '/profile',
  '/pay-now',
] as const
export type OwnPath = (typeof ownPaths)[number]
