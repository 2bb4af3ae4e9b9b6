import { useId } from 'react'
import { licenceStates } from '#domain/identity.ts'
import type { ComparedFact } from '#domain/reviews.ts'
import { CheckCircleIcon } from '../../../ui/icon/check-circle.tsx'
import { ErrorIcon } from '../../../ui/icon/error.tsx'
import { MinusIcon } from '../../../ui/icon/minus.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { isCorrectable, type TypedFact } from './typed-facts.ts'
import '../match.css'

/** Whether it is the same on the copy, and what the copy says where it is not. */
export type Answer = { isSame: boolean; onCopy: string }

type Props = {
  facts: readonly TypedFact[]
  answers: Partial<Record<ComparedFact, Answer>>
  onAnswer: (fact: ComparedFact, answer: Answer) => void
}

export function FactList({ facts, answers, onAnswer }: Props) {
  return (
    <ul className="match match--facts">
      {facts.map((fact) => (
        <Fact key={fact.fact} fact={fact} answer={answers[fact.fact]} onAnswer={onAnswer} />
      ))}
    </ul>
  )
}

function Fact({
  fact: { fact, label, value, hint, answers },
  answer,
  onAnswer,
}: {
  fact: TypedFact
  answer: Answer | undefined
  onAnswer: Props['onAnswer']
}) {
  const onCopy = answer?.onCopy ?? ''
  return (
    <li>
      <Mark answer={answer} />
      <span>
        <small>{label}</small>
        <b>{value}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
      {answers ? (
        <Segmented
          legend={`${label}: the same on the copy?`}
          size="small"
          options={[
            { value: 'same', label: answers[0] },
            { value: 'differs', label: answers[1] },
          ]}
          value={answer === undefined ? null : answer.isSame ? 'same' : 'differs'}
          onChange={(chosen) => onAnswer(fact, { isSame: chosen === 'same', onCopy })}
        />
      ) : (
        <span className="xs muted">Nothing to compare</span>
      )}
      {answer?.isSame === false && isCorrectable(fact) && (
        <OnCopy
          fact={fact}
          value={onCopy}
          onChange={(next) => onAnswer(fact, { isSame: false, onCopy: next })}
        />
      )}
    </li>
  )
}

function Mark({ answer }: { answer: Answer | undefined }) {
  if (answer === undefined)
    return (
      <span className="subtle">
        <MinusIcon />
      </span>
    )
  return (
    <span className={answer.isSame ? 'yes' : 'no'}>
      {answer.isSame ? <CheckCircleIcon /> : <ErrorIcon />}
    </span>
  )
}

function OnCopy({
  fact,
  value,
  onChange,
}: {
  fact: ComparedFact
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <span className="match__copy">
      <label className="xs muted" htmlFor={id}>
        On the copy
      </label>
      <input
        className="input"
        id={id}
        value={value}
        autoComplete="off"
        maxLength={20}
        {...(fact === 'Country' && { placeholder: 'Two letters, like NZ', maxLength: 2 })}
        {...(fact === 'State' && { placeholder: licenceStates.join(', ') })}
        onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
      />
    </span>
  )
}
