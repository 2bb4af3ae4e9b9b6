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
        text: 'No more payments are collected. Payment links say that the account is closed.',
      },
      { mark: 'people', text: 'Members can still log in and see the account’s history.' },
    ],
    said: () => 'Account closed.',
    undo: () => ({
      call: 'POST /api/staff/accounts/:accountId/reactivate',
      words: 'Can be reopened, but missed debits are not collected later.',
    }),
  },
  'POST /api/staff/accounts/:accountId/reactivate': {
    shows: ['left', 'total'],
    sentences: () => [{ mark: 'calendar', text: 'Collection resumes with the next payment.' }],
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
