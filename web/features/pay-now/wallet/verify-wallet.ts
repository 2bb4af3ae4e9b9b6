import type { ExpressPaymentType } from '#contract/pay-now.ts'
import { isRefused } from '../../../api/api-error.ts'
import type { PaymentInput, PaymentCalls } from '../payer.ts'

type WalletVerdict =
  | { mayPay: true }
  /** With `isOver` there is no use in trying again in the same session. */
  | { mayPay: false; message: string; isOver: boolean }

const fallback = 'Payment verification failed'
const notAsked = 'We could not check your payment, and nothing was charged. Please try again.'

/** Asks the server whether a wallet may pay what is shown. */
export async function verifyWallet(
  calls: Pick<PaymentCalls, 'verifyWallet'>,
  input: PaymentInput,
  session: { checkoutSessionId: string; expressPaymentType: string },
  attemptId: string,
): Promise<WalletVerdict> {
  const { checkoutSessionId, expressPaymentType } = session
  if (!isWallet(expressPaymentType)) return { mayPay: false, message: fallback, isOver: false }
  try {
    const answer = await calls.verifyWallet(input, { checkoutSessionId, expressPaymentType }, attemptId)
    return answer.verified
      ? { mayPay: true }
      : { mayPay: false, message: answer.message ?? fallback, isOver: true }
  } catch (error) {
    return isRefused(error)
      ? { mayPay: false, message: error.msg, isOver: true }
      : { mayPay: false, message: notAsked, isOver: false }
  }
}

function isWallet(type: string): type is ExpressPaymentType {
  return type === 'apple_pay' || type === 'google_pay'
}
