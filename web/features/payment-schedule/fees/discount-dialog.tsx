import { useMemo, useState } from 'react'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { amountProblems } from '#domain/plan/typed-amounts.ts'
import type { Region } from '#domain/region.ts'
import { varianceNames } from '#domain/plan/school-charges.ts'
import { AmountInput } from '../../../ui/amount-input/amount-input.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { CheckboxCard } from '../../../ui/checkbox-card/checkbox-card.tsx'
import { Modal } from '../../../ui/modal/modal.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { PercentInput } from '../../../ui/percent-input/percent-input.tsx'
import { TextArea } from '../../../ui/text-input/text-area.tsx'
import {
  attach,
  discountFormOf,
  discountProblems,
  discountTypes,
  figureIn,
  fill,
  giveToAll,
  isTicked,
  letterIn,
  tick,
  withDiscounts,
  type DiscountType,
} from './discount-form.ts'
import { DiscountLetter } from './discount-letter.tsx'
import { standingOf, takenOff, type Standing } from './fee-outcome.ts'
import { PaymentChange } from './payment-change.tsx'
import { StudentField } from './student-field.tsx'
import { readFigure, type Figure } from './typed-figure.ts'
import { useFeeQuestion, type FeeDialogProps } from './use-fee-question.ts'
import './fee-dialogs.css'

const hints: Record<DiscountType, string> = {
  Scholarship: 'A set share of tuition',
  BursaryConcession: 'Means-tested support from your school',
  FamilyArrangement: 'Fees shared with another person',
  StaffDiscount: 'You work at the school',
  FeeScheduleOption: 'Another rate of your school, such as for part-time or overseas study',
  OtherArrangement: 'Anything else you have agreed with your school',
}

const notes: Record<Exclude<Standing, 'Taken'>, string> = {
  Proven: 'Your school confirms this before your plan is final.',
  Declared:
    'This discount is declared. Your plan is saved with it, and we confirm it with your school. If it is not confirmed, the payments still to come change, and we write to you first.',
  AboveLimit:
    'This is more than your school lets families take off by themselves. We will look at it first, and email you when your plan is ready.',
  DeclinedBefore:
    'We could not confirm this discount before. We will look at it first, and email you when your plan is ready.',
}

const longestNote = 1000

/** What a school has agreed to take off a student's fees, as the family tells it. */
export function DiscountDialog(props: FeeDialogProps) {
  const { accountId, facts, attending, plan, variances } = props
  const { region } = facts.material
  const ids = attending.map(({ enrolment }) => enrolment.id)
  const [form, setForm] = useState(() => discountFormOf(variances, ids))
  const requested = useMemo(() => withDiscounts(variances, form), [variances, form])
  const [isSending, setSending] = useState(false)
  const refused = useMemo(
    () => amountProblems(requested, facts.material.plan?.variances, facts.material, attending),
    [requested, facts, attending],
  )
  const question = useFeeQuestion(props, {
    isMissing: (id) => isSending || Object.keys({ ...discountProblems(form, id), ...tooMuch(id) }).length > 0,
    requested,
  })
  const { enrolmentId, isTried } = question
  const id = enrolmentId ?? ''
  // What is too much is said at once; what is missing only once Confirm was pressed.
  const troubles = enrolmentId === null ? {} : { ...(isTried && discountProblems(form, id)), ...tooMuch(id) }
  const off = useMemo(() => takenOff(facts, requested, id), [facts, requested, id])
  const isForAll = form.staffForAll !== null

  function tooMuch(studentId: string): Partial<Record<DiscountType, string>> {
    return Object.fromEntries(
      requested.standardFeeVariances.flatMap(({ enrolmentId: of, type }, place) => {
        const why = refused[`variances.standardFeeVariances.${place}.amount`]
        return why !== undefined && of === studentId ? [[type, why]] : []
      }),
    )
  }

  return (
    <Modal {...question.frame} title={props.enrolmentId === null ? 'Add a discount' : 'Change discounts'}>
      <p>Tell us about a discount your school has agreed to. It will be added to your estimate.</p>
      <StudentField
        attending={attending}
        isSegmented
        value={enrolmentId}
        error={question.studentError}
        onChoose={question.choose}
      />
      <fieldset className="choices fee-choices" disabled={enrolmentId === null}>
        <legend className="sr">Discounts</legend>
        {discountTypes.map((type) => {
          const figure = figureIn(form, id, type)
          const isOn = enrolmentId !== null && isTicked(form, id, type)
          const isStaffForAll = type === 'StaffDiscount' && isForAll
          const standing = isOn ? standingOf(type, id, requested, facts, attending) : undefined
          const taken = isOn ? (off?.[type] ?? 0) : 0
          return (
            <CheckboxCard
              key={type}
              label={varianceNames[type]}
              hint={hints[type]}
              end={taken > 0 && <span className="num discount__off">{formatMoney(-taken, region)}</span>}
              isChecked={isOn}
              disabled={enrolmentId === null}
              onChange={(isChecked) => setForm(tick(form, id, type, isChecked))}
            >
              <div className="discount">
                {type === 'OtherArrangement' ? (
                  <TextArea
                    label="Tell us about it"
                    required
                    maxLength={longestNote}
                    hint={`${form.note.length} of ${longestNote} characters`}
                    value={form.note}
                    onChange={({ currentTarget }) => setForm({ ...form, note: currentTarget.value })}
                    error={troubles[type]}
                  />
                ) : (
                  <FigureFields
                    figure={figure}
                    region={region}
                    error={troubles[type]}
                    isPercentOnly={isStaffForAll && attending.length > 1}
                    onType={(typed) => setForm(fill(form, id, type, typed))}
                  />
                )}
                {type === 'StaffDiscount' && attending.length > 1 && (
                  <Checkbox
                    label="For all students"
                    isChecked={isForAll}
                    onChange={(isChecked) => setForm(giveToAll(form, id, isChecked))}
                  />
                )}
                <Capped type={type} figure={figure} taken={taken} {...{ id, requested, facts }} />
                {standing && standing !== 'Taken' && (
                  <p className="sm muted" role="status">
                    {notes[standing]}
                  </p>
                )}
                {standing && standing !== 'Taken' && type !== 'OtherArrangement' && (
                  <DiscountLetter
                    accountId={accountId}
                    letter={letterIn(form, id, type)}
                    onAttach={(letter) => setForm((now) => attach(now, id, type, letter))}
                    onSending={setSending}
                  />
                )}
              </div>
            </CheckboxCard>
          )
        })}
      </fieldset>
      <PaymentChange facts={facts} plan={plan} requested={requested} />
    </Modal>
  )
}

type FigureFieldsProps = {
  figure: Figure
  region: Region
  error: string | undefined
  isPercentOnly: boolean
  onType: (typed: { percent: string } | { amount: string }) => void
}

function FigureFields({ figure, region, error, isPercentOnly, onType }: FigureFieldsProps) {
  return (
    <div className="discount__figures">
      <PercentInput
        label="Percentage"
        placeholder="0.00"
        isStrict
        value={figure.percent}
        onChange={(percent) => onType({ percent })}
        error={error}
      />
      <AmountInput
        label="Or amount"
        region={region}
        isStrict
        disabled={isPercentOnly}
        value={figure.amount}
        onChange={(amount) => onType({ amount })}
      />
      <p className="field__hint">
        {isPercentOnly
          ? 'For all students it is a percentage.'
          : 'One of the two: typing in one clears the other.'}
      </p>
    </div>
  )
}

type CappedProps = Pick<FeeDialogProps, 'facts'> & {
  type: DiscountType
  figure: Figure
  taken: number
  id: string
  requested: StoredVariances
}

/** A discount is never more than the fees: where it would be, what comes off is not what was typed. */
function Capped({ type, figure, taken, id, requested, facts }: CappedProps) {
  const own = requested.standardFeeVariances.filter((each) => each.enrolmentId === id && each.type === type)
  const staffDiscount = type === 'StaffDiscount' ? requested.staffDiscount : null
  const alone = takenOff(facts, { ...requested, standardFeeVariances: own, staffDiscount }, id)?.[type] ?? 0
  const asked = Math.max(readFigure(figure.amount) ?? 0, alone)
  if (asked <= taken || type === 'OtherArrangement') return null
  const { region } = facts.material
  return (
    <p className="sm muted" role="status">
      {formatMoney(taken, region)} comes off: discounts take off no more than the fees they are given on.
    </p>
  )
}
