import type { Letter, StoredVariances } from '#domain/plan/fee-variances.ts'
import type { FeeVarianceType } from '#domain/plan/payment-schedule.ts'
import { noFigure, readFigure, writeAmount, writePercent, type Figure } from './typed-figure.ts'

/** What may be asked for in the dialog, in its order. */
export const discountTypes = [
  'Scholarship',
  'BursaryConcession',
  'FamilyArrangement',
  'StaffDiscount',
  'FeeScheduleOption',
  'OtherArrangement',
] as const satisfies readonly FeeVarianceType[]
export type DiscountType = (typeof discountTypes)[number]

type StudentDiscounts = {
  ticked: readonly DiscountType[]
  /** Also of those that are no longer ticked: ticked again, they are as they were. */
  figures: Partial<Record<DiscountType, Figure>>
  letters: Partial<Record<DiscountType, Letter>>
}

/** What is typed into the dialog, for every student: choosing another one loses nothing. */
export type DiscountForm = {
  students: Record<string, StudentDiscounts>
  /** The percentage of a staff discount that is for all of them, as typed. */
  staffForAll: string | null
  staffForAllLetter: Letter | null
  /** One for the whole plan. */
  note: string
}

export function discountFormOf(variances: StoredVariances, enrolmentIds: readonly string[]): DiscountForm {
  const { standardFeeVariances, staffDiscount, otherArrangementsRequest } = variances
  const studentOf = (enrolmentId: string): StudentDiscounts => {
    const own = standardFeeVariances.filter((each) => each.enrolmentId === enrolmentId)
    const found = discountTypes.flatMap((type) => {
      const request = own.find((each) => each.type === type)
      return request ? [{ ...request, type }] : []
    })
    return {
      ticked: found.map(({ type }) => type),
      figures: Object.fromEntries(
        found.map(({ type, percent, amount }) => [
          type,
          { percent: writePercent(percent), amount: writeAmount(amount) },
        ]),
      ),
      letters: Object.fromEntries(found.flatMap(({ type, letter }) => (letter ? [[type, letter]] : []))),
    }
  }
  return {
    students: Object.fromEntries(enrolmentIds.map((id) => [id, studentOf(id)])),
    staffForAll: staffDiscount ? writePercent(staffDiscount.percent) : null,
    staffForAllLetter: staffDiscount?.letter ?? null,
    note: otherArrangementsRequest ?? '',
  }
}

const studentIn = ({ students }: DiscountForm, id: string): StudentDiscounts =>
  students[id] ?? { ticked: [], figures: {}, letters: {} }

const isForAll = ({ staffForAll }: DiscountForm, type: DiscountType) =>
  type === 'StaffDiscount' && staffForAll !== null

export function isTicked(form: DiscountForm, id: string, type: DiscountType): boolean {
  return isForAll(form, type) || studentIn(form, id).ticked.includes(type)
}

export function figureIn(form: DiscountForm, id: string, type: DiscountType): Figure {
  if (isForAll(form, type)) return { percent: form.staffForAll ?? '', amount: '' }
  return studentIn(form, id).figures[type] ?? noFigure
}

export function tick(form: DiscountForm, id: string, type: DiscountType, isOn: boolean): DiscountForm {
  const student = studentIn(form, id)
  const others = student.ticked.filter((each) => each !== type)
  const ticked = isOn ? [...others, type] : others
  return {
    ...form,
    staffForAll: type === 'StaffDiscount' ? null : form.staffForAll,
    students: { ...form.students, [id]: { ...student, ticked } },
  }
}

export function letterIn(form: DiscountForm, id: string, type: DiscountType): Letter | null {
  return (isForAll(form, type) ? form.staffForAllLetter : studentIn(form, id).letters[type]) ?? null
}

/** With the letter that proves a discount, or without one. */
export function attach(
  form: DiscountForm,
  id: string,
  type: DiscountType,
  letter: Letter | null,
): DiscountForm {
  if (isForAll(form, type)) return { ...form, staffForAllLetter: letter }
  const student = studentIn(form, id)
  const { [type]: _before, ...others } = student.letters
  const letters = letter ? { ...others, [type]: letter } : others
  return { ...form, students: { ...form.students, [id]: { ...student, letters } } }
}

/** One of the two: whichever is typed last clears the other. */
export function fill(
  form: DiscountForm,
  id: string,
  type: DiscountType,
  typed: { percent: string } | { amount: string },
): DiscountForm {
  if (isForAll(form, type) && 'percent' in typed) return { ...form, staffForAll: typed.percent }
  const own = tick(form, id, type, true)
  const student = studentIn(own, id)
  const figures = { ...student.figures, [type]: { ...noFigure, ...typed } }
  return { ...own, students: { ...own.students, [id]: { ...student, figures } } }
}

/** A staff discount is either for all students, as a percentage, or for each by itself. */
export function giveToAll(form: DiscountForm, id: string, isOn: boolean): DiscountForm {
  const { percent } = figureIn(form, id, 'StaffDiscount')
  const letter = letterIn(form, id, 'StaffDiscount')
  if (!isOn) {
    const own = fill({ ...form, staffForAll: null }, id, 'StaffDiscount', { percent })
    return attach(own, id, 'StaffDiscount', letter)
  }
  const withoutStaff = Object.keys(form.students).reduce(
    (left, student) => tick(left, student, 'StaffDiscount', false),
    form,
  )
  return { ...withoutStaff, staffForAll: percent, staffForAllLetter: letter }
}

/** The errors of a student's discounts, by type. */
export function discountProblems(form: DiscountForm, id: string): Partial<Record<DiscountType, string>> {
  const trouble: Partial<Record<DiscountType, string>> = {}
  for (const type of discountTypes) {
    if (!isTicked(form, id, type)) continue
    if (type === 'OtherArrangement') {
      if (form.note.trim() === '') trouble[type] = 'Tell us what you have in mind'
    } else {
      const { percent, amount } = figureIn(form, id, type)
      if (readFigure(percent) === null && readFigure(amount) === null)
        trouble[type] = figureTrouble(percent, amount)
    }
  }
  return trouble
}

/** What was typed and is no number, "7,5" or "1e5", is not guessed at. */
function figureTrouble(percent: string, amount: string): string {
  if (/[,e]/i.test(percent)) return 'Enter a percentage in digits, such as 7.5'
  if (/[,e]/i.test(amount)) return 'Enter an amount in digits, such as 7.50'
  return 'Enter an amount or a percentage'
}

/** The requests with what the dialog says. What has no figure yet asks for nothing; what is unchanged stays in its place. */
export function withDiscounts(variances: StoredVariances, form: DiscountForm): StoredVariances {
  const staffPercent = form.staffForAll === null ? null : readFigure(form.staffForAll)
  let requests = variances.standardFeeVariances
  for (const [id, { ticked }] of Object.entries(form.students)) {
    for (const type of discountTypes) {
      const isOwn = ticked.includes(type) && !isForAll(form, type)
      requests = withRequest(
        requests,
        id,
        type,
        isOwn ? figureIn(form, id, type) : null,
        letterIn(form, id, type),
      )
    }
  }
  const isOther = ({ type }: { type: FeeVarianceType }) => type === 'OtherArrangement'
  const hadOthers = variances.standardFeeVariances.some(isOther)
  const note = requests.some(isOther) ? form.note.trim() || null : null
  return {
    ...variances,
    standardFeeVariances: requests,
    // A note that stands for no student was not written here.
    otherArrangementsRequest: note ?? (hadOthers ? null : variances.otherArrangementsRequest),
    staffDiscount:
      staffPercent === null
        ? null
        : { percent: staffPercent, ...(form.staffForAllLetter && { letter: form.staffForAllLetter }) },
  }
}

type Standard = StoredVariances['standardFeeVariances']

function withRequest(
  requests: Standard,
  enrolmentId: string,
  type: DiscountType,
  figure: Figure | null,
  letter: Letter | null,
): Standard {
  const isIt = (each: Standard[number]) => each.enrolmentId === enrolmentId && each.type === type
  const place = requests.findIndex(isIt)
  const percent = figure && readFigure(figure.percent)
  const amount = figure && readFigure(figure.amount)
  const isAsked = figure !== null && (type === 'OtherArrangement' || percent !== null || amount !== null)
  if (!isAsked) return requests.filter((each) => !isIt(each))
  const request = { enrolmentId, type, amount, percent, ...(letter && { letter }) }
  return place < 0 ? [...requests, request] : requests.with(place, request)
}
