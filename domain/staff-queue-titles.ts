import type { DeclineReason } from './payments.ts'
import type { QueueKind } from './staff-queue.ts'

/** What the title of an item is made of. */
export type TitleFacts = {
  kind: QueueKind
  /** The word that matters: a document, the name of a file, what a family wrote. */
  words: string | null
  /** "2027" or "2026/27" of the plan that it is about. */
  yearName: string | null
  /** How many: tries, payments. */
  count: number | null
}

const documents: Record<string, string> = { DriversLicense: 'Driver licence', Passport: 'Passport' }

const methodFailures: Partial<Record<DeclineReason, string>> = {
  expired_card: 'Card expired',
  lost_card: 'Card reported lost',
  stolen_card: 'Card reported stolen',
  account_closed: 'Bank account closed',
  no_account: 'Bank account unknown to the bank',
  debit_not_authorized: 'Direct debit not authorised',
  method_gone: 'Payment method removed',
  authentication_required: 'Bank wants the payer to confirm',
}

/** What has to be done, in a few words. */
export function titleOf({ kind, words, yearName, count }: TitleFacts): string {
  const plan = yearName === null ? 'the plan' : `the plan for ${yearName}`
  const Plan = yearName === null ? 'Plan' : `Plan for ${yearName}`
  switch (kind) {
    case 'Plan':
      return words ? `${inWords(words)} requested in ${plan}` : `${Plan} waiting for approval`
    case 'Discount':
      return `${inWords(words ?? 'Discount')} declared in ${plan}`
    case 'Skip':
      return `Request to skip ${counted(count, 'payment')}`
    case 'FeeChange':
      return `New fees to resolve in ${plan}`
    case 'Identity':
      return `${documents[words ?? ''] ?? 'Document'} copy to check`
    case 'BankAccount':
      return 'Bank account proof to check'
    case 'Invoice':
      return `Invoice uploaded: “${words ?? ''}”`
    case 'Withdrawal':
      return withdrawals[words ?? ''] ?? 'Withdrawal to review'
    case 'Switch':
      return 'Change to instalments: details complete'
    case 'Deposit':
      return 'Unmatched deposit'
    case 'Debit':
      return debitTitle(words, count)
    case 'Arrears':
      return `${counted(count, 'payment')} overdue after all reminders`
    case 'Payment':
      return 'Payment with unknown outcome'
    case 'Refund':
      return 'Refund with unknown outcome'
    case 'Dispute':
      return words === 'Inquiry' ? 'Bank asks about a payment' : 'Dispute: evidence is due'
    case 'Chat':
      return `“${words ?? ''}”`
    case 'ContactChange':
      return 'New contact details stopped by the family'
    case 'PartYear':
      return `${Plan} leaves out terms the family attended`
    case 'RenewalWithoutMethod':
      return `${Plan} has not started: nothing to charge`
    case 'StalledPlan':
      return `${Plan} was not finished in time`
    case 'PlanCredit':
      return `Credit that lowers ${plan} is gone`
    case 'Care':
      return 'Family requests help with payments'
    case 'Approval':
      return words ?? 'Request waiting for a second approval'
    case 'Job':
      return `${words ?? 'A job'} failed after ${counted(count, 'attempt')}`
    case 'Parked':
      return `${words ?? 'A job'} cannot process a row`
  }
}

/** "Staff discount" of `StaffDiscount`; names that schools have given stay as they are. */
const inWords = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** What the bank said about a debit, in the few words that staff use: "Insufficient funds". */
export function declineText(reason: DeclineReason): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const withdrawals: Record<string, string> = {
  NewAccount: 'Withdrawal to a new bank account',
  Approved: 'Approved withdrawal to be paid',
}

/** A bank that will never pay from this method is said by its reason; everything else by how often it was tried. */
function debitTitle(reason: string | null, tries: number | null): string {
  const method = methodFailures[reason as DeclineReason]
  if (method) return `${method}, debit not tried again`
  const times = ['once', 'twice', 'three times', 'four times', 'five times'][(tries ?? 1) - 1]
  return `Debit failed ${times ?? `${tries} times`}`
}

function counted(count: number | null, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
  return `${count ?? 1} ${(count ?? 1) === 1 ? noun : plural}`
}
