import type { StaffCustomer } from '#contract/staff-customers.ts'
import type { ActionWords, Done, Undo } from './done-action.ts'

const person = ({ before, after }: Done) => after.customer ?? before.customer
const firstName = (done: Done) => person(done)?.firstName ?? 'The member'

/** The values that an edit replaced, of the fields that were sent. */
function formerValues(
  before: StaffCustomer | null,
  sent: Record<string, unknown>,
  fields: readonly (keyof StaffCustomer)[],
): Record<string, unknown> {
  if (!before) return {}
  return Object.fromEntries(
    fields.filter((field) => sent[field] !== undefined).map((field) => [field, before[field]]),
  )
}

function undoEdit({ before, body }: Done): Undo | null {
  const former = formerValues(before.customer, body, ['firstName', 'lastName', 'birthDate'])
  const address = before.customer?.address
  // An address that there was none before cannot be taken away.
  if (body['address'] !== undefined && !address) return null
  const { fullAddress: _, ...parts } = address ?? { fullAddress: '' }
  const undone = body['address'] === undefined ? former : { ...former, address: parts }
  return Object.keys(undone).length === 0
    ? null
    : { call: 'PUT /api/staff/customers/:customerId', body: undone }
}

const enrolmentOf = ({ before, params }: Done) =>
  before.account.enrolments.find(({ id }) => id === params['enrolmentId'])

export const peopleWords = {
  'PUT /api/staff/customers/:customerId': {
    said: (done) => `The details of ${firstName(done)} are changed.`,
    undo: undoEdit,
    final: 'Cannot be undone. Change them again instead.',
  },
  'PUT /api/staff/customers/:customerId/contact': {
    sentences: (done) => {
      const sessions = done.before.customer?.openSessions ?? 0
      return [
        {
          mark: 'phone',
          text: `Log-in codes go to the new contact from now on.${sessions > 0 ? ` ${sessions === 1 ? 'The session that is open ends' : `The ${sessions} sessions that are open end`}.` : ''}`,
        },
        {
          mark: 'mail',
          text: 'Both contacts are notified. The old contact gets a “This was not me” link.',
        },
        { mark: 'clock', text: 'Withdrawals and new bank accounts are paused.' },
      ]
    },
    said: (done) => `The contact details of ${firstName(done)} are changed.`,
    undo: ({ before, body }) => ({
      call: 'PUT /api/staff/customers/:customerId/contact',
      body: formerValues(before.customer, body, ['email', 'mobile']),
    }),
  },
  'POST /api/staff/contact-changes/:contactChangeId/resolve': {
    sentences: ({ body }) => [
      {
        mark: 'phone',
        text:
          body['decision'] === 'Keep'
            ? 'The new contact stays. Withdrawals and new bank accounts are possible again.'
            : 'The former contact is restored, and all sessions end.',
      },
    ],
    said: ({ body }) =>
      body['decision'] === 'Keep' ? 'The new contact is kept.' : 'The former contact is restored.',
    final: 'Cannot be undone. Change the contact details instead.',
  },
  'POST /api/staff/customers/:customerId/disable': {
    sentences: (done) => [
      { mark: 'lock', text: `${firstName(done)} is logged out everywhere immediately and cannot log in.` },
      { mark: 'calendar', text: 'Plan payments continue.' },
    ],
    said: (done) => `${firstName(done)} can no longer log in.`,
    undo: () => ({ call: 'POST /api/staff/customers/:customerId/enable' }),
  },
  'POST /api/staff/customers/:customerId/enable': {
    said: (done) => `${firstName(done)} can log in again.`,
    undo: () => ({ call: 'POST /api/staff/customers/:customerId/disable' }),
  },
  'POST /api/staff/customers/:customerId/erase': {
    sentences: () => [
      { mark: 'lock', text: 'Personal data is deleted permanently. Records that the law requires are kept.' },
    ],
    said: (done) => `Deletion of ${firstName(done)}’s personal data requested.`,
    final: 'Once approved, it cannot be undone.',
  },
  'POST /api/staff/customers/:customerId/contribution-invite': {
    said: (done) => `${firstName(done)} is invited to contribute.`,
    final: 'An email cannot be recalled.',
  },
  'PUT /api/staff/customers/:customerId/contribution': {
    said: (done) => `The contribution of ${firstName(done)} is corrected.`,
    undo: ({ before }) => {
      const status = before.customer?.contribution?.status
      return status === undefined
        ? null
        : { call: 'PUT /api/staff/customers/:customerId/contribution', body: { status } }
    },
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/add': {
    shows: ['members'],
    sentences: () => [
      { mark: 'people', text: 'They can see and use everything in this account immediately.' },
    ],
    said: (done) => `${firstName(done)} is now a member.`,
    undo: () => ({ call: 'POST /api/staff/accounts/:accountId/members/:customerId/remove' }),
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/remove': {
    shows: ['members'],
    sentences: () => [{ mark: 'lock', text: 'They can no longer see this account.' }],
    said: (done) => `${firstName(done)} is no longer a member.`,
    undo: () => ({ call: 'POST /api/staff/accounts/:accountId/members/:customerId/add' }),
  },
  'POST /api/staff/accounts/:accountId/students': {
    sentences: () => [
      { mark: 'school', text: 'This account pays all of the fees until they are shared.' },
      { mark: 'calendar', text: 'The current plan does not change.' },
    ],
    said: ({ body }) => `${String(body['firstName'])} ${String(body['lastName'])} is enrolled.`,
    final: 'Cannot be undone. Correct the enrolment instead.',
  },
  'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId': {
    sentences: () => [{ mark: 'calendar', text: 'The current plan does not change.' }],
    said: (done) => `The enrolment of ${enrolmentOf(done)?.firstName ?? 'the student'} is changed.`,
    undo: (done) => {
      const former = enrolmentOf(done)
      // Which school it was, the account shows by its name only.
      if (!former || done.body['institutionId'] !== undefined) return null
      const fields = ['firstName', 'lastName', 'startYear', 'startYearLevel', 'joinedOn'] as const
      const body = Object.fromEntries(
        fields.filter((field) => done.body[field] !== undefined).map((field) => [field, former[field]]),
      )
      return {
        call: 'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId',
        body,
      }
    },
    final: 'Cannot be undone. Change it again instead.',
  },
  'PUT /api/staff/students/:studentId/shares': {
    sentences: () => [
      { mark: 'people', text: 'Each account that pays a share is notified.' },
      { mark: 'calendar', text: 'Current plans do not change.' },
    ],
    said: () => 'The shares of the fees are changed.',
    final: 'Cannot be undone. Set the shares again instead.',
  },
} satisfies Record<string, ActionWords>
