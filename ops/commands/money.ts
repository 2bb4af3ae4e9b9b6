import { remittanceStateWords } from '#domain/remittances.ts'
import { callCommand, fileCommand } from '../call-command.ts'
import type { StaffPayment, StaffRefund } from '#contract/staff-payment-requests.ts'
import { awaits } from '../awaits.ts'
import type { Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { shortened } from '../short-ids.ts'
import { facts, sections, table } from '../table.ts'
import { counted, day, money, moment, regionOf } from '../words.ts'

export const moneyCommands: Command[] = [
  callCommand({
    name: 'payments list',
    about: 'Lists the payments of an account, newest first.',
    call: 'GET /api/staff/payments',
    arguments: { account: 'its short id, like LW12345' },
    options: { limit: {} },
    examples: ['payments list LW12345', 'payments list LW12345 --limit 10'],
    text: paymentTable,
  }),
  callCommand({
    name: 'payments record',
    about:
      'Records money that came by cheque, by transfer or in cash, once by its reference; above the limit a second person approves cash and cheques.',
    call: 'POST /api/staff/offline-payments',
    arguments: { account: { about: 'its short id, like LW12345, or its id', field: 'accountId' } },
    options: {
      amount: 'what came, like 350.00',
      on: { about: 'when it came, like 2027-02-28', field: 'receivedOn' },
      by: { field: 'manner' },
      reference: 'what the bank or the cheque calls it',
      request: { about: 'the payment request that it pays', field: 'requestId' },
      school: { about: 'of several schools of the account', field: 'schoolId' },
    },
    examples: [
      'payments record LW12345 --amount 350 --on 2027-02-28 --by cheque --reference "CBA 000123" --reason "In the post"',
      'payments record LW12345 --amount 90 --on 2027-02-28 --by transfer --reference FT99 --request 3f0c91d2 --reason "Seen at the bank"',
    ],
    text: (reply) =>
      'requestedBy' in reply
        ? awaits(reply)
        : `Recorded, and the family has its receipt.\n\n${paymentTable([reply])}`,
  }),
  callCommand({
    name: 'payments reverse',
    about:
      'Reverses money that was recorded by mistake, unless its school has it already. The family is notified.',
    call: 'POST /api/staff/offline-payments/:paymentId/reverse',
    warning: 'The payments it covered are owed again.',
    examples: ['payments reverse 3f0c91d2 --reason "Meant for another family"'],
    text: (reply) =>
      'requestedBy' in reply
        ? awaits(reply)
        : `Reversed. Both entries stay visible.\n\n${paymentTable([reply])}`,
  }),
  callCommand({
    name: 'refunds make',
    about: 'Refunds a payment through the payment provider; above the limit a second person approves it.',
    call: 'POST /api/staff/payments/:paymentId/refunds',
    options: {
      amount: 'a part, like 40.00; all that is left by default',
      outcome: 'whether the family is asked again for what it paid, by default, or that is waived',
    },
    warning: 'The money goes back to the payer and cannot be called back.',
    examples: [
      'refunds make 3f0c91d2 --reason "Paid twice"',
      'refunds make 3f0c91d2 --amount 40 --outcome waive --reason "Excursion was cancelled" --yes',
    ],
    text: ({ approval, refund }) => {
      if (approval) return awaits(approval)
      const status = refund?.status ?? 'Unknown'
      if (status === 'Refused')
        throw new OpsFailure(
          'refused',
          'The payment provider did not accept it.',
          'Look at the payment there.',
        )
      return [refundTexts[status], reopened(refund)].filter(Boolean).join('\n')
    },
  }),
  callCommand({
    name: 'withdrawals list',
    about: 'Lists withdrawals, newest first.',
    call: 'GET /api/staff/withdrawals',
    options: { status: {}, limit: {} },
    examples: ['withdrawals list --status Approved'],
    text: (withdrawals) =>
      table(
        withdrawals,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Amount', value: (each) => money(each.amount, regionOf(each.currency)), alignRight: true },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Asked', value: ({ askedAt, currency }) => moment(askedAt, regionOf(currency)) },
          { title: 'Holder', value: ({ holder }) => holder },
          { title: 'To', value: ({ bankAccount }) => bankAccount },
          { title: 'Payout', value: ({ payoutNumber }) => payoutNumber, alignRight: true },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There are no such withdrawals.',
      ),
  }),
  callCommand({
    name: 'withdrawals paid',
    about: 'Records that the bank has paid an approved withdrawal; the family is notified.',
    call: 'POST /api/staff/withdrawals/:withdrawalId/paid',
    examples: ['withdrawals paid 3f0c91d2 --reason "In the file of Friday"'],
    text: () => 'Paid. The money is out of the books.',
  }),
  callCommand({
    name: 'withdrawals decline',
    about:
      'Declines a withdrawal, or records one that the bank returned; once it was paid, a second person approves that. The family reads the reason.',
    call: 'POST /api/staff/withdrawals/:withdrawalId/decline',
    warning: 'One that is in a payout may be declined only after the bank has sent it back.',
    examples: ['withdrawals decline 3f0c91d2 --reason "The bank account is closed."'],
    text: ({ approval }) => (approval ? awaits(approval) : 'Declined. The family has its credit again.'),
  }),
  callCommand({
    name: 'remittances list',
    about: 'Lists what is due to the schools and how far it has come, newest first.',
    call: 'GET /api/staff/remittances',
    options: {
      school: { about: 'of one school only', field: 'schoolId' },
      from: 'since this day',
      to: 'up to this day',
      limit: {},
    },
    examples: ['remittances list', 'remittances list --school wattle --from 2027-02-01'],
    text: (found) =>
      table(
        found,
        [
          { title: 'Day', value: ({ remittedOn }) => day(remittedOn) },
          { title: 'School', value: ({ schoolName }) => schoolName },
          { title: 'Payments', value: ({ paymentCount }) => paymentCount, alignRight: true },
          { title: 'Amount', value: (each) => money(each.amount, each.region), alignRight: true },
          { title: 'State', value: ({ state }) => remittanceStateWords[state] },
          { title: 'Released', value: ({ releasedAt, region }) => moment(releasedAt, region) },
          { title: 'Paid', value: ({ paidOn }) => (paidOn === null ? '' : day(paidOn)) },
          { title: 'Id', value: ({ id }) => id },
        ],
        'Nothing is due to a school.',
      ),
  }),
  callCommand({
    name: 'remittances show',
    about: 'Shows one remittance with the payments it is made of.',
    call: 'GET /api/staff/remittances/:remittanceId',
    examples: ['remittances show 3f0c91d2'],
    text: ({ lines, region, ...remittance }) =>
      sections([
        [
          'Remittance',
          facts([
            ['School', remittance.schoolName],
            ['Day', day(remittance.remittedOn)],
            ['State', remittanceStateWords[remittance.state]],
            ['Sent', moment(remittance.sentAt, region)],
            ['Paid', remittance.paidOn === null ? '' : day(remittance.paidOn)],
            [
              'Amount',
              `${money(remittance.amount, region)} in ${counted(remittance.paymentCount, 'payment')}`,
            ],
          ]),
        ],
        [
          'Payments',
          table(lines, [
            { title: 'Account', value: ({ shortId }) => shortId },
            { title: 'Family', value: ({ familyName }) => familyName },
            { title: 'Paid', value: ({ paidOn }) => day(paidOn) },
            { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
            { title: 'For', value: ({ students }) => students },
          ]),
        ],
      ]),
  }),
  callCommand({
    name: 'remittances release',
    about: 'Asks for the release of all remittances up to a day; a second person approves it.',
    call: 'POST /api/staff/remittances/release',
    options: { region: {}, through: 'the last day, before today' },
    examples: ['remittances release --region AU --through 2027-02-25 --reason "Agrees with the bank"'],
    text: awaits,
  }),
  callCommand({
    name: 'remittances sent',
    about: 'Records that the bank was told to pay a released remittance.',
    call: 'POST /api/staff/remittances/:remittanceId/sent',
    examples: ['remittances sent 3f0c91d2 --reason "In the file of Friday"'],
    text: () => 'Sent. The money is out of the books.',
  }),
  callCommand({
    name: 'remittances paid',
    about: 'Records that the bank has paid a remittance; the families read the day.',
    call: 'POST /api/staff/remittances/:remittanceId/paid',
    options: { on: { about: "the day on the bank's statement", field: 'paidOn' } },
    examples: ['remittances paid 3f0c91d2 --on 2027-02-26 --reason "On the statement of Friday"'],
    text: () => 'Paid.',
  }),
  callCommand({
    name: 'remittances returned',
    about: 'Records that the bank has sent a remittance back: two people have to release it again.',
    call: 'POST /api/staff/remittances/:remittanceId/returned',
    warning: 'The school is owed the money again.',
    examples: ['remittances returned 3f0c91d2 --reason "Account closed" --yes'],
    text: () => 'Sent back. It is due to the school again.',
  }),
  fileCommand({
    name: 'remittances file',
    about: 'Saves a released remittance as a CSV file for the school.',
    call: 'GET /api/staff/remittances/:remittanceId/file',
    examples: ['remittances file 3f0c91d2', 'remittances file 3f0c91d2 --to wattle.csv'],
  }),
]

/** Staff decide: the request stays open, or is cancelled because nothing is to be paid after all. */
function reopened(refund: StaffRefund | null): string | undefined {
  const openRequest = refund?.openRequest
  if (!openRequest) return undefined
  return `Its payment request is open again for ${openRequest.left.toFixed(2)}, and the family reads so. If nothing is to be paid: requests cancel ${shortened(openRequest.id)}`
}

const refundTexts = {
  Ordered: 'Ordered. The payment provider has not answered yet; we ask again automatically.',
  Unknown:
    'The payment provider did not answer clearly. The outcome is checked automatically: do not order it again.',
  Accepted: 'On its way to the bank account. It counts when the bank has it.',
  Done: 'Sent back. The payer is notified.',
  Failed: 'It came back: the bank did not take it.',
}

function paymentTable(payments: readonly StaffPayment[]): string {
  return table(
    payments,
    [
      { title: 'When', value: ({ createdAt, currency }) => moment(createdAt, regionOf(currency)) },
      { title: 'Kind', value: ({ kind }) => kind },
      { title: 'Amount', value: (each) => money(each.amount, regionOf(each.currency)), alignRight: true },
      {
        title: 'Surcharge',
        value: (each) => money(each.surcharge, regionOf(each.currency)),
        alignRight: true,
      },
      { title: 'Refunded', value: (each) => money(each.refunded, regionOf(each.currency)), alignRight: true },
      { title: 'Status', value: ({ status }) => status },
      { title: 'By', value: ({ methodName }) => methodName },
      { title: 'Id', value: ({ id }) => id },
    ],
    'There are no payments.',
  )
}
