import { useState } from 'react'
import { cents, toDecimal } from '#domain/money.ts'
import type { FeeItemFacts } from '#domain/plan/plan-material.ts'
import { amountProblems } from '#domain/plan/typed-amounts.ts'
import type { Region } from '#domain/region.ts'
import { isOfAnySize, varianceNames } from '#domain/plan/school-charges.ts'
import { AmountInput } from '../../../ui/amount-input/amount-input.tsx'
import { CheckboxCard } from '../../../ui/checkbox-card/checkbox-card.tsx'
import { Modal } from '../../../ui/modal/modal.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { feeFormOf, feeProblem, notChosen, outstandingProblem, withFees } from './fee-form.ts'
import { offeredFees } from './fee-requests.ts'
import { PaymentChange } from './payment-change.tsx'
import { StudentField } from './student-field.tsx'
import { useFeeQuestion, type FeeDialogProps } from './use-fee-question.ts'
import './fee-dialogs.css'

/** What a family adds to a student's fees: what the school offers on top, and what is still owed from before. */
export function FeeDialog(props: FeeDialogProps) {
  const { facts, attending, plan, variances, mayChange } = props
  const { region } = facts.material
  const [form, setForm] = useState(() => feeFormOf(variances, attending))
  const requested = withFees(variances, form, attending, mayChange)
  const refused = amountProblems(requested, facts.material.plan?.variances, facts.material, attending)
  const question = useFeeQuestion(props, {
    isMissing: (id) => Object.values({ ...troublesOf(id), ...tooMuch(id) }).some(Boolean),
    requested,
  })
  const { enrolmentId, isTried } = question
  const student = attending.find(({ enrolment }) => enrolment.id === enrolmentId)
  const own = enrolmentId === null ? undefined : form[enrolmentId]
  // Before a student is chosen everything shows that any of them may have.
  const items = mayChange.fees ? uniqueByName((student ? [student] : attending).flatMap(offeredFees)) : []
  const troubles = enrolmentId === null ? {} : troublesOf(enrolmentId)
  const excess = enrolmentId === null ? {} : tooMuch(enrolmentId)
  const outstanding = own?.outstanding ?? notChosen
  const owedError = excess['outstanding'] ?? (isTried ? troubles['outstanding'] : undefined)

  function troublesOf(id: string): Record<string, string | undefined> {
    const of = attending.find(({ enrolment }) => enrolment.id === id)
    const { chosen = {}, outstanding: owed = notChosen } = form[id] ?? {}
    return {
      ...Object.fromEntries(
        (of && mayChange.fees ? offeredFees(of) : []).map((item) => [
          `fee ${item.name}`,
          feeProblem(item, chosen[item.name] ?? notChosen),
        ]),
      ),
      outstanding: outstandingProblem(owed),
    }
  }

  /** Shown at once, while the amount is typed. */
  function tooMuch(id: string): Record<string, string | undefined> {
    const addons = requested.addons.flatMap(({ enrolmentId: of, name }, place) =>
      of === id ? [[`fee ${name}`, refused[`variances.addons.${place}.value`]]] : [],
    )
    const owed = requested.standardFeeVariances.findIndex(
      ({ enrolmentId: of, type }) => of === id && type === 'OutstandingFees',
    )
    return {
      ...Object.fromEntries(addons),
      outstanding: refused[`variances.standardFeeVariances.${owed}.amount`],
    }
  }

  function choose(item: FeeItemFacts, part: Partial<typeof notChosen>) {
    if (enrolmentId === null || !own) return
    const before = own.chosen[item.name] ?? notChosen
    const chosen = { ...own.chosen, [item.name]: { ...before, ...part } }
    setForm({ ...form, [enrolmentId]: { ...own, chosen } })
  }

  function owe(part: Partial<typeof notChosen>) {
    if (enrolmentId === null || !own) return
    setForm({ ...form, [enrolmentId]: { ...own, outstanding: { ...outstanding, ...part } } })
  }

  return (
    <Modal {...question.frame} title={titleOf(props)}>
      <StudentField
        attending={attending}
        value={enrolmentId}
        error={question.studentError}
        onChoose={question.choose}
      />
      {student && items.length === 0 && mayChange.fees && (
        <p>
          {student.enrolment.institutionName} offers nothing to add for {student.level}.
        </p>
      )}
      <fieldset className="choices fee-choices" disabled={enrolmentId === null}>
        <legend className="sr">Fees</legend>
        {items.map((item) => {
          const choice = own?.chosen[item.name] ?? notChosen
          const key = `fee ${item.name}`
          const error = excess[key] ?? (isTried ? troubles[key] : undefined)
          return (
            <CheckboxCard
              key={item.name}
              label={item.name}
              end={
                !isOfAnySize(item) && (
                  <span className="num muted">
                    {formatMoney(toDecimal(item.amountMinor ?? cents(0)), region)}
                  </span>
                )
              }
              isChecked={choice.isTicked}
              disabled={enrolmentId === null}
              onChange={(isTicked) => choose(item, { isTicked })}
            >
              {(item.options.length > 0 || isOfAnySize(item)) && (
                <FeeFields
                  {...{ item, region, error }}
                  value={choice.value}
                  onType={(value) => choose(item, { value })}
                />
              )}
            </CheckboxCard>
          )
        })}
        {mayChange.outstandingFees && (
          <CheckboxCard
            label={varianceNames.OutstandingFees}
            hint="What you still owe your school from before"
            isChecked={outstanding.isTicked}
            disabled={enrolmentId === null}
            onChange={(isTicked) => owe({ isTicked })}
          >
            <AmountInput
              label="Amount"
              region={region}
              isStrict
              required
              value={outstanding.value}
              onChange={(value) => owe({ value })}
              error={owedError}
            />
          </CheckboxCard>
        )}
      </fieldset>
      <PaymentChange facts={facts} plan={plan} requested={requested} />
    </Modal>
  )
}

type FeeFieldsProps = {
  item: FeeItemFacts
  region: Region
  value: string
  error: string | undefined
  onType: (value: string) => void
}

/** Which of the school's options, or how much where the school leaves that open. */
function FeeFields({ item, region, value, error, onType }: FeeFieldsProps) {
  if (isOfAnySize(item))
    return (
      <AmountInput
        label="Amount"
        region={region}
        isStrict
        required
        value={value}
        onChange={onType}
        error={error}
      />
    )
  return (
    <NativeSelect
      label="Option"
      required
      options={item.options.map((option) => ({ value: option, label: option }))}
      value={value || null}
      onChange={onType}
      error={error}
    />
  )
}

function titleOf({ enrolmentId, mayChange }: FeeDialogProps): string {
  if (!mayChange.fees) return 'Outstanding fees'
  return enrolmentId === null ? 'Add a fee' : 'Change fees'
}

function uniqueByName(items: FeeItemFacts[]): FeeItemFacts[] {
  return [...new Map(items.map((item) => [item.name, item])).values()]
}
