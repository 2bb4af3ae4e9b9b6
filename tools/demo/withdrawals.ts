import type { Cents } from '#domain/money.ts'
import type { OpenAccount } from './open-account.ts'
import { addEntry } from './entries.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { addReview } from './reviews.ts'

export type Withdrawals = {
  /** Their last four digits. */
  bankAccounts: string[]
  requests?: { status: 'Pending' | 'Approved' | 'Paid' | 'Declined'; amount: Cents; daysAgo: number }[]
}

const reasonToDecline = 'This money is needed for fees that are due.'

export function addWithdrawals(opened: OpenAccount, withdrawals: Withdrawals | undefined): void {
  if (!withdrawals) return
  const { rows, accountId, moment, holderName, id } = opened
  const bankIds = withdrawals.bankAccounts.map((last4, index) => {
    rows.payout_bank_account.push({
      account_id: accountId,
      id: id('payout bank account', last4),
      holder: holderName,
      display_name: `Bank account ending ${last4}`,
      ...(moment.region === 'AU'
        ? { masked_bsb: '***-*06', masked_account_number: `*****${last4}` }
        : { masked_bsb: '**-**-06', masked_account_number: `****${last4}` }),
      verified_at: happenedOn(daysAgo(moment, 200 - index), moment),
    })
    return id('payout bank account', last4)
  })
  for (const [index, request] of (withdrawals.requests ?? []).entries()) {
    const requestId = id('withdrawal', index)
    const isDecided = request.status !== 'Pending'
    const requestedOn = daysAgo(moment, request.daysAgo)
    const decidedOn = daysAgo(moment, request.daysAgo - 2)
    rows.withdrawal_request.push({
      account_id: accountId,
      id: requestId,
      bank_account_id: bankIds[index % bankIds.length],
      amount_minor: request.amount,
      status: request.status,
      confirmed_at: happenedOn(requestedOn, moment),
      reason: request.status === 'Declined' ? reasonToDecline : null,
      created_at: happenedOn(requestedOn, moment),
      decided_at: isDecided ? happenedOn(decidedOn, moment) : null,
    })
    addReview(opened, {
      kind: 'Withdrawal',
      subjectId: requestId,
      openedOn: requestedOn,
      decision: isDecided && {
        on: decidedOn,
        ...(request.status === 'Declined'
          ? { status: 'Declined', reason: reasonToDecline }
          : { status: 'Approved' }),
      },
    })
    // The amount is held from the request on, and is paid out or returned once it is decided.
    const held = addEntry(opened, {
      kind: 'Withdrawal',
      description: 'Withdrawal',
      on: requestedOn,
      causeId: requestId,
      from: 'Family',
      to: 'WithdrawalHold',
      amount: request.amount,
    })
    const release = { on: decidedOn, causeId: held, from: 'WithdrawalHold', amount: request.amount } as const
    if (request.status === 'Paid')
      addEntry(opened, { ...release, kind: 'Withdrawal', description: 'Withdrawal paid out', to: 'Bank' })
    if (request.status === 'Declined')
      addEntry(opened, { ...release, kind: 'Reversal', description: 'Withdrawal declined', to: 'Family' })
  }
}
