import type { ActionWords, Done, Undo } from './done-action.ts'

/** The flags and lists as they were, of those that were sent. */
function formerFlags({ before, body }: Done): Undo | null {
  // Completing the set-up starts the account and tells the family: no flag takes that back.
  if (body['setupStatus'] === 'StepsCompleted') return null
  const account: Record<string, unknown> = before.account
  const former = Object.fromEntries(
    Object.keys(body)
      .filter((field) => field in account)
      .map((field) => [field, account[field]]),
  )
  return { call: 'PUT /api/staff/accounts/:accountId', body: former }
}

export const accountWords = {
  'PUT /api/staff/accounts/:accountId': {
    sentences: () => [{ mark: 'info', text: 'The portal changes on the next page that the family opens.' }],
    said: () => 'Account changed.',
    undo: formerFlags,
    final: 'Cannot be undone. Completing the set-up starts the account.',
  },
  'POST /api/staff/accounts/:accountId/deactivate': {
    shows: ['left', 'total', 'members'],
    sentences: () => [
      {
        mark: 'calendar',
        text: 'Payments of plans and requests of schools are cancelled. Payment links say that the account is closed.',
      },
      { mark: 'people', text: 'Members can still log in and see the account’s history.' },
    ],
    said: () => 'Account closed.',
    undo: () => ({
      call: 'POST /api/staff/accounts/:accountId/reactivate',
      body: { begin: 'All' },
      words: 'Can be reopened with the payments of its plans. Cancelled requests have to be sent again.',
    }),
  },
  'POST /api/staff/accounts/:accountId/reactivate': {
    shows: ['overdue', 'left', 'total'],
    sentences: ({ before, after }) => [
      {
        mark: 'calendar',
        text:
          after.coming.length > 0
            ? 'Each payment is announced again before it is collected.'
            : 'No payments are collected.',
      },
      ...(after.overdue > before.overdue
        ? [
            {
              mark: 'receipt' as const,
              text: 'Missed payments are not debited: the family gets a link to pay them.',
            },
          ]
        : []),
    ],
    said: () => 'Account reopened.',
    final: 'Close the account again instead.',
  },
  'POST /api/staff/accounts/:accountId/switch/invite': {
    said: () => 'Family invited to pay in instalments.',
    undo: () => ({
      call: 'POST /api/staff/accounts/:accountId/switch/withdraw',
      words: 'Can be withdrawn until the family replies.',
    }),
  },
  'POST /api/staff/accounts/:accountId/switch/withdraw': {
    said: () => 'Invitation withdrawn.',
    final: 'Invite the family again instead.',
  },
  'POST /api/staff/accounts/:accountId/switch/complete': {
    sentences: () => [{ mark: 'calendar', text: 'The family can then set up a plan.' }],
    said: () => 'Change to instalments completed.',
  },
} satisfies Record<string, ActionWords>
