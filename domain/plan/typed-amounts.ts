import { cents, formatCurrency, parseAmount, toDecimal, type Cents } from '../money.ts'
import type { Region } from '../region.ts'
import { isSameDiscount } from './declared-discounts.ts'
import { isSame, outstandingFeesOf, type StoredVariances } from './fee-variances.ts'
import { isAddonOfAnySize, type Attending } from './school-charges.ts'

/**
 * The most that a family may enter by itself. More than this is a slip of the finger or a matter to talk about, and a
 * plan would collect it all the same. Schools may set another cap for outstanding fees.
 */
export const mostTyped: Record<Region, Record<'outstandingFees' | 'optionalFee' | 'discount', Cents>> = {
  AU: { outstandingFees: cents(50_000_00), optionalFee: cents(10_000_00), discount: cents(100_000_00) },
  UK: { outstandingFees: cents(30_000_00), optionalFee: cents(5_000_00), discount: cents(60_000_00) },
}

/** The error of an amount above its cap; undefined if it is not above. */
export function whyTooMuch(amount: Cents, most: Cents, region: Region): string | undefined {
  if (amount <= most) return undefined
  return `You can enter at most ${formatCurrency(toDecimal(most), region)} here. Please contact us if it is more`
}

/** The error of outstanding fees above their cap, which applies to their total. */
export function whyTooMuchOwed(total: Cents, most: Cents, region: Region): string | undefined {
  if (total <= most) return undefined
  return `Outstanding fees can be at most ${formatCurrency(toDecimal(most), region)} in all. Please contact us if you owe more`
}

/** The errors of the amounts in a family's variances, by field. Amounts that are already on its plan are not refused again. */
export function amountProblems(
  variances: StoredVariances,
  onFile: StoredVariances | undefined,
  { region, outstandingFeesLimitMinor }: { region: Region; outstandingFeesLimitMinor: Cents },
  attending: readonly Attending[],
): Record<string, string> {
  const most = mostTyped[region]
  const fields: Record<string, string> = {}
  const tell = (field: string, why: string | undefined) => {
    if (why !== undefined) fields[field] = why
  }
  const owed = outstandingFeesOf(variances)
  const isOwedOnFile = onFile !== undefined && outstandingFeesOf(onFile) === owed
  const whyOwed = isOwedOnFile ? undefined : whyTooMuchOwed(owed, outstandingFeesLimitMinor, region)
  if (variances.outstandingFees !== null) tell('variances.outstandingFees', whyOwed)
  for (const [index, request] of variances.standardFeeVariances.entries()) {
    const field = `variances.standardFeeVariances.${index}.amount`
    if (request.type === 'OutstandingFees') tell(field, whyOwed)
    else if (
      request.amount !== null &&
      !onFile?.standardFeeVariances.some((each) => isSameDiscount(each, request))
    )
      tell(field, whyTooMuch(parseAmount(request.amount) ?? cents(0), most.discount, region))
  }
  for (const [index, addon] of variances.addons.entries()) {
    if (!isAddonOfAnySize(attending, addon) || onFile?.addons.some((each) => isSame(each, addon))) continue
    const amount = parseAmount(addon.value) ?? cents(0)
    tell(`variances.addons.${index}.value`, whyTooMuch(amount, most.optionalFee, region))
  }
  return fields
}
