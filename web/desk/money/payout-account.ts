import { parsePayoutAccount, type PayoutAccount } from '#domain/withdrawals.ts'

/** As the contract takes it, with the dash in the BSB. */
export function payoutAccountOf(typed: string): PayoutAccount | undefined {
  const parsed = parsePayoutAccount(typed)
  return parsed && { ...parsed, bsb: `${parsed.bsb.slice(0, 3)}-${parsed.bsb.slice(3)}` }
}
