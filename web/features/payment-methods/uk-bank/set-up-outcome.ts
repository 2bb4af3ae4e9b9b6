import type { SetupIntentResult, StripeError } from '@stripe/stripe-js'
import { reportError } from '../../../support/report-error.ts'

type SetupIntent = NonNullable<SetupIntentResult['setupIntent']>

export type SetUpOutcome =
  | { kind: 'done'; methodId: string }
  /** Nothing came of it; what is typed may be mended and sent again. */
  | { kind: 'refused'; message: string }
  /** No answer, or not the last one. */
  | { kind: 'unsure'; message: string }
  /** The intent is good for nothing any more. */
  | { kind: 'over'; message: string }

const notSetUp = 'Your bank account could not be set up. Please check the details and try again.'
const notDoneYet = 'Your bank has not answered yet. Please try again in a few moments.'

/** Other messages of the provider are meant for programmers, and may quote a secret. */
const tellingTypes = ['card_error', 'validation_error']
const tellingCodes = [
  'account_closed',
  'account_number_invalid',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'debit_not_authorized',
  'email_invalid',
  'no_account',
  'payment_method_bank_account_blocked',
  'payment_method_provider_decline',
  'postal_code_invalid',
  'routing_number_invalid',
]

/** What became of a bank account that the provider was asked to set up. */
export function readOutcome({ setupIntent, error }: SetupIntentResult): SetUpOutcome {
  if (setupIntent) return outcomeOf(setupIntent)
  // Asked a second time because the first answer was lost, the provider says that it is done.
  const known = error.code === 'setup_intent_unexpected_state' && error.setup_intent
  if (known) return outcomeOf(known)
  if (
    error.type === 'api_connection_error' ||
    error.type === 'api_error' ||
    error.type === 'rate_limit_error'
  )
    return { kind: 'unsure', message: notDoneYet }
  return { kind: 'refused', message: isTelling(error) ? error.message : notSetUp }
}

/** The provider's script throws where we have used it wrongly, which the customer cannot help. */
export function readFault(error: unknown): SetUpOutcome {
  reportError(error)
  return { kind: 'refused', message: notSetUp }
}

function outcomeOf({ status, payment_method: method, last_setup_error: error }: SetupIntent): SetUpOutcome {
  if (status === 'processing') return { kind: 'unsure', message: notDoneYet }
  if (status === 'canceled') return { kind: 'over', message: notSetUp }
  const methodId = typeof method === 'string' ? method : method?.id
  if (status === 'succeeded' && methodId) return { kind: 'done', methodId }
  return { kind: 'refused', message: isTelling(error) ? error.message : notSetUp }
}

function isTelling(
  error: Pick<StripeError, 'type' | 'code' | 'message'> | null,
): error is StripeError & { message: string } {
  if (!error?.message) return false
  return tellingTypes.includes(error.type) || tellingCodes.includes(error.code ?? '')
}
