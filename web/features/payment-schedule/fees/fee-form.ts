import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { FeeItemFacts } from '#domain/plan/plan-material.ts'
import { isOfAnySize, type Attending } from '#domain/plan/school-charges.ts'
import { offeredFees, type MayChange } from './fee-requests.ts'
import { readFigure, writeAmount } from './typed-figure.ts'

type FeeChoice = {
  isTicked: boolean
  /** The option, or the sum as typed where the fee is one of any size. */
  value: string
}

type StudentFees = {
  /** By the name of the fee. */
  chosen: Record<string, FeeChoice>
  outstanding: FeeChoice
}

/** What is typed into the dialog, by enrolment: choosing another student loses nothing. */
export type FeeForm = Record<string, StudentFees>

export const notChosen: FeeChoice = { isTicked: false, value: '' }

export function feeFormOf(variances: StoredVariances, attending: readonly Attending[]): FeeForm {
  return Object.fromEntries(
    attending.map(({ enrolment: { id }, schedule, level }) => {
      const own = variances.addons.filter(({ enrolmentId }) => enrolmentId === id)
      const owed = variances.standardFeeVariances.find(
        ({ enrolmentId, type }) => enrolmentId === id && type === 'OutstandingFees',
      )
      const chosen = offeredFees({ schedule, level }).flatMap((item) => {
        const addon = own.find(({ name }) => name === item.name)
        if (!addon) return []
        const value = isOfAnySize(item) ? writeAmount(readFigure(String(addon.value))) : String(addon.value)
        return [[item.name, { isTicked: true, value }] as const]
      })
      return [
        id,
        {
          chosen: Object.fromEntries(chosen),
          outstanding: owed ? { isTicked: true, value: writeAmount(owed.amount) } : notChosen,
        },
      ]
    }),
  )
}

/** The error of a ticked fee. */
export function feeProblem(item: FeeItemFacts, choice: FeeChoice): string | undefined {
  if (!choice.isTicked) return undefined
  if (item.options.length > 0 && !item.options.includes(choice.value)) return 'Choose an option'
  if (isOfAnySize(item) && readFigure(choice.value) === null) return 'Enter an amount'
  return undefined
}

export function outstandingProblem({ isTicked, value }: FeeChoice): string | undefined {
  return isTicked && readFigure(value) === null ? 'Enter an amount' : undefined
}

/** The requests with what the dialog says. What is unchanged, or not to be changed, stays as it is and where it is. */
export function withFees(
  variances: StoredVariances,
  form: FeeForm,
  attending: readonly Attending[],
  mayChange: MayChange,
): StoredVariances {
  let { addons, standardFeeVariances } = variances
  for (const student of attending) {
    const { id } = student.enrolment
    const { chosen = {}, outstanding = notChosen } = form[id] ?? {}
    for (const item of mayChange.fees ? offeredFees(student) : [])
      addons = withAddon(addons, id, item, chosen[item.name] ?? notChosen)
    if (mayChange.outstandingFees)
      standardFeeVariances = withOutstanding(standardFeeVariances, id, outstanding)
  }
  return { ...variances, addons, standardFeeVariances }
}

type Addons = StoredVariances['addons']

function withAddon(addons: Addons, enrolmentId: string, item: FeeItemFacts, choice: FeeChoice): Addons {
  const { name } = item
  const isIt = (each: Addons[number]) => each.enrolmentId === enrolmentId && each.name === name
  const place = addons.findIndex(isIt)
  if (!choice.isTicked || feeProblem(item, choice)) return addons.filter((each) => !isIt(each))
  const request = { enrolmentId, name, value: valueOf(item, choice, addons[place]) }
  return place < 0 ? [...addons, request] : addons.with(place, request)
}

function valueOf(
  item: FeeItemFacts,
  { value }: FeeChoice,
  onFile: Addons[number] | undefined,
): string | number {
  if (item.options.length > 0) return value
  if (isOfAnySize(item)) return readFigure(value) ?? 0
  return onFile?.value ?? toDecimal(item.amountMinor ?? cents(0))
}

type Standard = StoredVariances['standardFeeVariances']

function withOutstanding(requests: Standard, enrolmentId: string, choice: FeeChoice): Standard {
  const type = 'OutstandingFees'
  const isIt = (each: Standard[number]) => each.enrolmentId === enrolmentId && each.type === type
  const place = requests.findIndex(isIt)
  const amount = choice.isTicked ? readFigure(choice.value) : null
  if (amount === null) return requests.filter((each) => !isIt(each))
  const request = { enrolmentId, type, amount, percent: null } as const
  return place < 0 ? [...requests, request] : requests.with(place, request)
}
