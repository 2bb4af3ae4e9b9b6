import type { ReviewCheck } from '#contract/staff-review-page.ts'
import { dateIn, formatMoment } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { orNotFound } from '#domain/refusal.ts'
import { isHolder, isPayable } from '#domain/withdrawals.ts'
import { blockedAccounts, describeBlock } from '../../../people/contact-change/contact-block.ts'
import { readBalance } from '../../../books/ledger/ledger.reads.ts'
import { counted, differenceInWords, mind, ok, sumInWords, wrong } from './in-words.ts'
import { findWithdrawalFacts, type WithdrawalFacts } from './money-facts.store.ts'
import { letterWords, type PageParts } from './parts.ts'
import { findMoneyOfFamily, type ReviewFacts } from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

/** Money that a family wants back. It was set aside when it asked; a "no" gives it back to its balance. */
export async function withdrawalPage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const { accountId, region, shortId } = review
  const withdrawal = orNotFound(await findWithdrawalFacts(deps.db, review))
  const { amount } = withdrawal
  const sum = sumInWords(amount, region)
  const balance = await readBalance(deps.db, accountId)
  const before = cents(balance + amount)
  const letter = (status: 'Approved' | 'Declined') =>
    letterWords(deps, review, 'WithdrawalDecided', {
      firstName: '',
      region,
      shortId,
      amount,
      status,
      reason: null,
    })
  const back = `The ${sum} are in your balance again.`
  return {
    title: `${review.familyName} family, withdrawal of ${sum}`,
    about: withdrawal.bankAccount,
    compared: {
      onFile: 'Before it was asked for',
      onFileDetail: null,
      askedFor: 'Once it is paid',
      askedForDetail: null,
      groups: [
        {
          title: 'The family',
          rows: [
            {
              label: 'Balance',
              onFile: sumInWords(before, region),
              askedFor: sumInWords(balance, region),
              difference: differenceInWords(before, balance, region),
              isChanged: true,
              isTotal: false,
            },
            ...[
              ['Paid to', withdrawal.bankAccount],
              ['Held by', withdrawal.holder],
            ].map(([label = '', value = '']) => ({
              label,
              onFile: '',
              askedFor: value,
              difference: null,
              isChanged: false,
              isTotal: false,
            })),
          ],
        },
      ],
      sums: 'The sum is set aside since it was asked for: it cannot be spent twice.',
    },
    checks: await withdrawalChecks(deps, review, withdrawal),
    approve: {
      label: 'Approve',
      words: await letter('Approved'),
      effects: [
        { kind: 'People', text: 'A second person approves it: nothing is paid before' },
        { kind: 'Money', text: `${sum} then goes to ${withdrawal.bankAccount} with the next payout` },
      ],
      undo: { until: null, whyNot: null },
      undoOtherwise: 'it is in a payout',
      needsSecond: true,
    },
    decline: {
      label: 'Decline',
      words: await letter('Declined'),
      choices: [
        {
          why: 'The bank account is not the family’s',
          words: `We only pay out to a bank account in the name of one of you. ${back} Please add an account of your own and ask again.`,
        },
        {
          why: 'The money is needed for fees',
          words: `We could not carry out your withdrawal, because the money is needed for fees that are due. ${back}`,
        },
        { why: 'Something else', words: await letter('Declined') },
      ],
      effects: [{ kind: 'Money', text: `${sum} goes back to the balance of the family` }],
    },
  }
}

async function withdrawalChecks(
  { db, clock }: ReadDeps,
  { accountId, region }: ReviewFacts,
  { holder, members, verifiedAt, payableFrom }: WithdrawalFacts,
): Promise<ReviewCheck[]> {
  const now = clock()
  const block = (await blockedAccounts(db, [accountId], now)).get(accountId)
  const money = await findMoneyOfFamily(db, { accountId, on: dateIn(region, now) })
  return [
    members.some((person) => isHolder(holder, person))
      ? ok('The bank account is in the name of a member', holder)
      : wrong('The bank account is in another name', holder),
    verifiedAt !== null
      ? ok('The bank account is verified', formatMoment(verifiedAt, region))
      : wrong('The bank account is not verified'),
    isPayable(payableFrom, now)
      ? ok('The bank account may be paid to')
      : mind(
          'The bank account is new',
          payableFrom && `Nothing is paid to it before ${formatMoment(payableFrom, region)}`,
        ),
    block
      ? wrong('Contact details were changed', describeBlock(block, region))
      : ok('Contact details were not changed lately'),
    money.overdueCount === 0
      ? ok('Nothing is overdue')
      : wrong(`${counted(money.overdueCount, 'payment')} overdue`, sumInWords(money.overdue, region)),
  ]
}
