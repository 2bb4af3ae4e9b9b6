import type { ActionWords, Done, Undo } from './done-action.ts'

/** The flags and lists as they were, of those that were sent. */
function formerFlags({ before, body, params }: Done): Undo | null {
  // Completing the set-up starts the account and tells the family: no flag takes that back.
  if (body['setupStatus'] === 'StepsCompleted') return null
  const account: Record<string, unknown> = before.account
  const former = Object.fromEntries(
    Object.keys(body)
      .filter((field) => field in account)
      .map((field) => [field, account[field]]),
  )
  return { call: 'PUT /api/staff/accounts/:accountId', params, body: former }
}

export const accountWords = {
  'PUT /api/staff/accounts/:accountId': {
    sentences: () => [{ mark: 'info', text: 'The portal follows with the next page that the family opens.' }],
    said: () => 'The account is changed.',
    undo: formerFlags,
    final: 'Cannot be undone. Completing the set-up starts the account.',
  },
  'POST /api/staff/accounts/:accountId/deactivate': {
    shows: ['left', 'total', 'members'],
    sentences: () => [
      {
        mark: 'calendar',
        text: 'Nothing is collected any more. Links to pay say that the account is closed.',
      },
      { mark: 'people', text: 'Members can still log in and read what was.' },
    ],
    said: () => 'The account is closed.',
    undo: ({ params }) => ({
      call: 'POST /api/staff/accounts/:accountId/reactivate',
      params,
      body: {},
      words: 'Can be opened again, but debits that were missed are not made up for.',
    }),
    final: 'Cannot be undone.',
  },
  'POST /api/staff/accounts/:accountId/reactivate': {
    shows: ['left', 'total'],
    sentences: () => [{ mark: 'calendar', text: 'The plan is collected again from the next payment on.' }],
    said: () => 'The account is open again.',
    final: 'Close the account again instead.',
  },
  'POST /api/staff/accounts/:accountId/switch/invite': {
    said: () => 'The family is invited to pay in instalments.',
    undo: ({ params }) => ({
      call: 'POST /api/staff/accounts/:accountId/switch/withdraw',
      params,
      body: {},
      words: 'Can be taken back until the family answers.',
    }),
    final: 'Cannot be undone.',
  },
  'POST /api/staff/accounts/:accountId/switch/withdraw': {
    said: () => 'The invitation is taken back.',
    final: 'Invite the family again instead.',
  },
  'POST /api/staff/accounts/:accountId/switch/complete': {
    sentences: () => [{ mark: 'calendar', text: 'From then on the family can set up a plan.' }],
    said: () => 'The change to instalments is finished.',
    final: 'Cannot be undone.',
  },
} satisfies Record<string, ActionWords>
