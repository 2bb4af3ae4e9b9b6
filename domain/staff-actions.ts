/** Where staff take an action: the ops command, the place at the desk, and the reason where one of them is missing. */
export type StaffActionRow = { ops: readonly string[]; desk: string | null; why?: string }

/**
 * Every staff action by its call, with its command and its place at the desk. The contract has its role and whether it
 * needs two people. Tests compare it with the contract, the commands and the sources of the desk.
 */
export const staffActionTable = {
  'POST /api/staff/log-in': { ops: ['log-in'], desk: 'Log in' },
  'POST /api/staff/token': {
    ops: ['log-in'],
    desk: null,
    why: 'The desk keeps its session in a cookie, by `POST /api/staff/session`.',
  },
  'POST /api/staff/session': {
    ops: [],
    desk: 'Log in',
    why: 'The command line keeps a token, by `POST /api/staff/token`.',
  },
  'POST /api/staff/log-out': { ops: ['log-out'], desk: 'Log out' },
  'POST /api/staff/two-factor': { ops: ['two-factor enrol'], desk: 'Admin: two-factor authentication' },
  'POST /api/staff/two-factor/confirm': {
    ops: ['two-factor enrol'],
    desk: 'Admin: two-factor authentication',
  },
  'POST /api/staff/two-factor/recovery-codes': {
    ops: ['two-factor recovery-codes'],
    desk: 'Admin: two-factor authentication',
  },
  'POST /api/staff/two-factor/remove': {
    ops: ['two-factor remove'],
    desk: 'Admin: two-factor authentication',
  },
  'POST /api/staff/members': { ops: ['staff add'], desk: 'Admin: people' },
  'PUT /api/staff/members/:staffId': {
    ops: ['staff edit', 'staff disable', 'staff enable'],
    desk: 'Admin: people',
  },
  'POST /api/staff/members/:staffId/reset-two-factor': { ops: ['two-factor reset'], desk: 'Admin: people' },
  'POST /api/staff/approvals/:approvalId/approve': { ops: ['approvals approve'], desk: 'Approval' },
  'POST /api/staff/approvals/:approvalId/decline': { ops: ['approvals decline'], desk: 'Approval' },
  'POST /api/staff/accounts/:accountId/adjustments': {
    ops: ['accounts adjust'],
    desk: 'Family: adjust-balance',
  },
  'POST /api/staff/customers': { ops: ['customers add'], desk: 'Family: add-member' },
  'PUT /api/staff/customers/:customerId': { ops: ['customers edit'], desk: 'Family: edit-person' },
  'PUT /api/staff/customers/:customerId/contact': {
    ops: ['customers contact'],
    desk: 'Family: change-contact',
  },
  'POST /api/staff/contact-changes/:contactChangeId/resolve': {
    ops: ['customers resolve-contact'],
    desk: 'Family: resolve-contact',
  },
  'POST /api/staff/customers/:customerId/disable': {
    ops: ['customers disable'],
    desk: 'Family: stop-log-in',
  },
  'POST /api/staff/customers/:customerId/enable': { ops: ['customers enable'], desk: 'Family: allow-log-in' },
  'POST /api/staff/customers/:customerId/erase': { ops: ['customers erase'], desk: 'Family: erase-person' },
  'POST /api/staff/customers/:customerId/impersonation': {
    ops: ['impersonate'],
    desk: 'Family: see-as-family',
  },
  'POST /api/staff/customers/:customerId/contribution-invite': {
    ops: ['customers invite'],
    desk: 'Family: invite-to-contribute',
  },
  'PUT /api/staff/customers/:customerId/contribution': {
    ops: ['customers contribution'],
    desk: 'Family: correct-contribution',
  },
  'POST /api/staff/accounts': { ops: ['accounts add'], desk: 'Family: open-account' },
  'PUT /api/staff/accounts/:accountId': { ops: ['accounts edit'], desk: 'Family: change-account' },
  'POST /api/staff/accounts/:accountId/deactivate': {
    ops: ['accounts deactivate'],
    desk: 'Family: close-account',
  },
  'POST /api/staff/accounts/:accountId/reactivate': {
    ops: ['accounts reactivate'],
    desk: 'Family: reopen-account',
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/add': {
    ops: ['accounts add-member'],
    desk: 'Family: add-member',
  },
  'POST /api/staff/accounts/:accountId/members/:customerId/remove': {
    ops: ['accounts remove-member'],
    desk: 'Family: remove-member',
  },
  'POST /api/staff/accounts/:accountId/students': { ops: ['students add'], desk: 'Family: add-student' },
  'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId': {
    ops: ['students edit'],
    desk: 'Family: change-enrolment',
  },
  'PUT /api/staff/students/:studentId/shares': { ops: ['students share'], desk: 'Family: share-fees' },
  'POST /api/staff/accounts/:accountId/actions/preview': {
    ops: [],
    desk: 'Family: every action',
    why: "The desk previews and does what a family's other rows name by these calls; the command line makes those calls themselves.",
  },
  'POST /api/staff/accounts/:accountId/actions': { ops: [], desk: 'Family: every action', why: 'As above.' },
  'POST /api/staff/accounts/:accountId/actions/:actionId/undo': {
    ops: ['actions undo'],
    desk: 'Family: Undo',
  },
  'POST /api/staff/care/:careId/preview': {
    ops: ['care preview'],
    desk: null,
    why: 'The desk previews an offer like every other action.',
  },
  'POST /api/staff/care/:careId/offer': { ops: ['care offer'], desk: 'Family: hardship' },
  'POST /api/staff/accounts/:accountId/care': { ops: ['care open'], desk: 'Family: hardship, open-care' },
  'POST /api/staff/care/:careId/withdraw-offer': {
    ops: ['care withdraw-offer'],
    desk: 'Family: withdraw-offer',
  },
  'POST /api/staff/care/:careId/decline': { ops: ['care decline'], desk: 'Family: decline-care' },
  'POST /api/staff/care/:careId/extend': { ops: ['care extend'], desk: 'Family: extend-hold' },
  'POST /api/staff/outbox/:messageId/resend': { ops: ['outbox resend'], desk: 'Admin: messages' },
  'PUT /api/staff/settings': { ops: ['settings set'], desk: 'Admin: settings' },
  'POST /api/staff/jobs/:name/run': { ops: ['jobs run'], desk: 'Admin: jobs' },
  'POST /api/staff/parked-items/retry': { ops: ['jobs retry'], desk: 'Admin: jobs' },
  'POST /api/staff/conversations/:conversationId/reply': { ops: ['conversations reply'], desk: 'Chat' },
  'POST /api/staff/conversations/:conversationId/close': { ops: ['conversations close'], desk: 'Chat' },
  'POST /api/staff/conversations/:conversationId/reopen': { ops: ['conversations reopen'], desk: 'Chat' },
  'POST /api/staff/canned-replies': { ops: ['replies add'], desk: 'Chat' },
  'PUT /api/staff/canned-replies/:replyId': { ops: ['replies change'], desk: 'Chat' },
  'POST /api/staff/canned-replies/:replyId/remove': { ops: ['replies remove'], desk: 'Chat' },
  'PUT /api/staff/disputes/:disputeId/evidence': { ops: ['disputes draft'], desk: 'Payment' },
  'POST /api/staff/disputes/:disputeId/evidence/send': { ops: ['disputes send'], desk: 'Payment' },
  'POST /api/staff/disputes/:disputeId/accept': { ops: ['disputes accept'], desk: 'Payment' },
  'POST /api/staff/schools/:schoolId/fee-schedules/:year/preview': {
    ops: [],
    desk: 'School: fees',
    why: 'The command line previews fees from a file, by `fees preview`.',
  },
  'POST /api/staff/fee-changes/:feeChangeId/apply': { ops: ['fees apply'], desk: 'School: fees' },
  'POST /api/staff/holidays': { ops: ['holidays add'], desk: 'Admin: rates' },
  'POST /api/staff/holidays/remove': { ops: ['holidays remove'], desk: 'Admin: rates' },
  'POST /api/staff/payment-requests': { ops: ['requests create'], desk: 'Family: request-payment' },
  'POST /api/staff/payment-requests/:requestId/cancel': {
    ops: ['requests cancel'],
    desk: 'Family: cancel-request',
  },
  'POST /api/staff/payment-requests/:requestId/resend': {
    ops: ['requests resend'],
    desk: 'Family: resend-request',
  },
  'POST /api/staff/payments/:paymentId/refunds': { ops: ['refunds make'], desk: 'Family: refund-payment' },
  'POST /api/staff/offline-payments': { ops: ['payments record'], desk: 'Family: record-payment' },
  'POST /api/staff/offline-payments/:paymentId/reverse': {
    ops: ['payments reverse'],
    desk: 'Family: reverse-payment',
  },
  'POST /api/staff/withdrawals/:withdrawalId/paid': { ops: ['withdrawals paid'], desk: 'Money: payouts' },
  'POST /api/staff/withdrawals/:withdrawalId/decline': {
    ops: ['withdrawals decline'],
    desk: 'Money: payouts',
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/match': {
    ops: ['deposits match'],
    desk: 'Money: suspense',
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/take-back': {
    ops: ['deposits take-back'],
    desk: 'Money: suspense',
  },
  'POST /api/staff/remittances/release': { ops: ['remittances release'], desk: 'Money: remittances' },
  'POST /api/staff/remittances/:remittanceId/sent': {
    ops: ['remittances sent'],
    desk: 'Money: remittances',
  },
  'POST /api/staff/remittances/:remittanceId/paid': {
    ops: ['remittances paid'],
    desk: 'Money: remittances',
  },
  'POST /api/staff/remittances/:remittanceId/returned': {
    ops: ['remittances returned'],
    desk: 'Money: remittances',
  },
  'POST /api/staff/accounts/:accountId/bank-accounts': {
    ops: ['bank-accounts add'],
    desk: 'Family: add-bank-account',
  },
  'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove': {
    ops: ['bank-accounts remove'],
    desk: 'Family: remove-bank-account',
  },
  'POST /api/staff/payouts': { ops: ['withdrawals payout'], desk: 'Money: payouts' },
  'POST /api/staff/payouts/:payoutNumber/release': { ops: ['withdrawals release'], desk: 'Money: payouts' },
  'POST /api/staff/payouts/:payoutNumber/paid': { ops: ['withdrawals payout-paid'], desk: 'Money: payouts' },
  'POST /api/staff/accounts/:accountId/plans/:year/move-payment': {
    ops: ['plans move-payment'],
    desk: 'Family: move-payment',
  },
  'POST /api/staff/accounts/:accountId/plans/:year/skip-payments': {
    ops: ['plans skip-payments'],
    desk: 'Family: pause-payments',
  },
  'POST /api/staff/accounts/:accountId/plans/:year/undo-change': {
    ops: ['plans undo-change'],
    desk: 'Family: undo-change',
  },
  'POST /api/staff/reviews/:reviewId/approve': { ops: ['reviews approve'], desk: 'Review' },
  'POST /api/staff/reviews/:reviewId/undo': { ops: ['reviews undo'], desk: 'Review' },
  'POST /api/staff/reviews/:reviewId/identity/correct': { ops: ['reviews correct'], desk: 'Review' },
  'POST /api/staff/queue/take': { ops: ['queue take'], desk: 'Today' },
  'POST /api/staff/queue/release': { ops: ['queue release'], desk: 'Today' },
  'POST /api/staff/families/:accountId/notes': { ops: ['notes add'], desk: 'Family: notes' },
  'PUT /api/staff/families/:accountId/notes/:noteId': { ops: ['notes edit'], desk: 'Family: notes' },
  'POST /api/staff/families/:accountId/notes/:noteId/delete': {
    ops: ['notes delete'],
    desk: 'Family: notes',
  },
  'POST /api/staff/reviews/:reviewId/decline': { ops: ['reviews decline'], desk: 'Review' },
  'POST /api/staff/accounts/:accountId/plans': { ops: ['plans change'], desk: 'Family: make-plan' },
  'POST /api/staff/accounts/:accountId/plans/:planId/tailor': {
    ops: ['plans tailor'],
    desk: 'Family: tailor-plan',
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': {
    ops: ['plans end-tailoring'],
    desk: 'Family: end-tailoring',
  },
  'POST /api/staff/schools': { ops: ['schools add'], desk: 'Schools' },
  'PUT /api/staff/schools/:schoolId': { ops: ['schools edit', 'schools set-flexibility'], desk: 'School' },
  'PUT /api/staff/schools/:schoolId/fee-schedules/:year': {
    ops: [],
    desk: null,
    why: 'For programs. The desk and `fees preview` show first what new fees do to plans, and `fees import` takes a file.',
  },
  'POST /api/staff/surcharge-rates': { ops: ['rates set'], desk: 'Admin: rates' },
  'POST /api/staff/surcharge-rates/withdraw': { ops: ['rates withdraw'], desk: 'Admin: rates' },
  'POST /api/staff/accounts/:accountId/switch/invite': {
    ops: ['switch invite'],
    desk: 'Family: invite-to-switch',
  },
  'POST /api/staff/accounts/:accountId/switch/withdraw': {
    ops: ['switch withdraw'],
    desk: 'Family: withdraw-switch',
  },
  'POST /api/staff/accounts/:accountId/switch/complete': {
    ops: ['switch complete'],
    desk: 'Family: complete-switch',
  },
  'POST /api/staff/texts/:kind': { ops: ['texts publish'], desk: 'Admin: texts' },
} as const satisfies Record<string, StaffActionRow>
