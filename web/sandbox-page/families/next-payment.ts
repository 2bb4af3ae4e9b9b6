import type { Region } from '#domain/region.ts'
import type { Owner } from '../api/people.ts'
import type { Family, NextPayment } from '../api/wire.ts'
import { inMoney } from '../parts/money.ts'
import { dayAndTime } from '../parts/time.ts'

/** When, and how much by which method. */
export const nextInWords = ({ at, amountMinor, currency, method }: NextPayment, region: Region) => [
  dayAndTime(at, region),
  `${inMoney(amountMinor, currency)} · ${method}`,
]

/** Every account with a next payment after a moment, the soonest first. */
export function nextPayments(
  families: readonly Family[],
  after: number,
): (Owner & { nextPayment: NextPayment })[] {
  return families
    .flatMap((family) => family.accounts.map((account) => ({ family, account })))
    .flatMap((owner) =>
      owner.account.nextPayment ? [{ ...owner, nextPayment: owner.account.nextPayment }] : [],
    )
    .filter(({ nextPayment }) => Date.parse(nextPayment.at) > after)
    .sort((a, b) => Date.parse(a.nextPayment.at) - Date.parse(b.nextPayment.at))
}
