import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { Link } from 'wouter'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { EditIcon } from '../../ui/icon/edit.tsx'
import { RepeatIcon } from '../../ui/icon/repeat.tsx'
import { UndoIcon } from '../../ui/icon/undo.tsx'
import { UserIcon } from '../../ui/icon/user.tsx'
import { WarningIcon } from '../../ui/icon/warning.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { bindText } from '../foundation/draft.ts'
import { howTheyRead, whoReads } from './review-names.ts'
import type { Decided, Decision, Way } from './use-decision.ts'
import '../../ui/checkbox/checkbox.css'
import '../ui/effect/effect.css'
import './match.css'

const effectIcons = { Money: CalendarIcon, Plan: RepeatIcon, Family: EditIcon, People: UserIcon } as const

type Props = {
  review: ReviewPage
  decision: Decision
  onSkip: () => void
  /** What keeps it from being approved, said above the reason. */
  obstacle?: ReactNode
  /** What was compared with a copy. */
  comparison?: Decided['comparison']
  /** Words that follow from what was compared, for the reasons to decline of these names. */
  wordsFor?: (why: string) => string | undefined
  /** The reason to decline that follows from it, until another one is chosen. */
  likelyWhy?: string | undefined
  promise?: ReactNode
}

/** Approve or decline, with words for the family and a reason for us. What is typed for the one stays while the other is looked at. */
export function DecisionForm({
  review,
  decision,
  onSkip,
  obstacle,
  comparison,
  wordsFor,
  likelyWhy,
  promise,
}: Props) {
  const [way, setWay] = useState<Way>('approve')
  const [chosenWhy, setChosenWhy] = useState<number | null>(null)
  const { typed, setTyped, reason, setReason } = decision
  const [startDate, setStartDate] = useState(review.approve.needsStartDate ?? '')
  const [isAsked, setAsked] = useState(false)
  const reasonField = useRef<HTMLDivElement>(null)
  const { approve, decline } = review
  const likely = decline.choices.findIndex(({ why }) => why === likelyWhy)
  const whyIndex = chosenWhy ?? Math.max(0, likely)
  const chosen = decline.choices[whyIndex]
  const key = way === 'approve' ? 'approve' : `decline ${whyIndex}`
  const proposed =
    way === 'approve' ? approve.words : ((chosen && wordsFor?.(chosen.why)) ?? chosen?.words ?? decline.words)
  const words = typed[key] ?? proposed
  const current = review[way]
  const isOff =
    way === 'approve' && (obstacle !== undefined || approve.whyNot !== null || review.approvalId !== null)

  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (isOff || decision.isBusy) return
    setAsked(true)
    if (reason.trim() === '' || words.trim() === '') {
      reasonField.current?.querySelector('input')?.focus()
      return
    }
    void decision.run({
      way,
      words: words.trim(),
      reason: reason.trim(),
      ...(way === 'approve' && approve.needsStartDate !== null && { startDate }),
      ...(comparison && { comparison }),
    })
  }
  const choose = (next: Way) => {
    setWay(next)
    decision.forget()
    reasonField.current?.querySelector('input')?.focus()
  }
  useShortcuts([
    { keys: 'a', label: approve.label, run: () => choose('approve') },
    { keys: 'd', label: decline.label, run: () => choose('decline') },
    { keys: 'ctrl+enter', label: 'Decide and continue', run: () => submit(), isOff },
  ])

  return (
    <Card title="Decision" aside={promise}>
      <form className="decision" onSubmit={submit}>
        <Segmented
          legend="Decision"
          options={[
            { value: 'approve', label: approve.label },
            { value: 'decline', label: decline.label },
          ]}
          value={way}
          onChange={setWay}
        />
        <FailureAlert title="Your decision was not saved" failure={decision.failure} />
        {review.approvalId !== null && (
          <Alert
            variant="info"
            title="Second approval requested"
            action={<Link href={`/approvals/${review.approvalId}`}>Open the request</Link>}
          >
            Nothing happens until they approve it.
          </Alert>
        )}
        {way === 'approve' && approve.whyNot !== null && (
          <Alert variant="warning" title="It cannot be approved">
            {approve.whyNot}
          </Alert>
        )}
        {way === 'approve' && obstacle}
        {way === 'decline' && decline.choices.length > 1 && (
          <Reasons choices={decline.choices} index={whyIndex} onChange={setChosenWhy} />
        )}
        {!(way === 'approve' && obstacle !== undefined) && (
          <TextArea
            label={whoReads(review.readers)}
            hint={howTheyRead(review.readers)}
            rows={5}
            maxLength={2000}
            value={words}
            onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
            {...(isAsked && words.trim() === '' && { error: 'Enter the message to the family' })}
          />
        )}
        {way === 'approve' && approve.needsStartDate !== null && (
          <TextInput
            label="First payment"
            type="date"
            required
            min={approve.needsStartDate}
            hint="The date that the family chose has passed"
            {...bindText(startDate, setStartDate)}
          />
        )}
        <div ref={reasonField}>
          <TextInput
            label="Internal reason"
            required
            maxLength={300}
            placeholder={review.kind === 'Identity' ? 'What you compared' : ''}
            {...bindText(reason, setReason)}
            {...(isAsked && reason.trim() === '' && { error: 'Enter a reason' })}
          />
        </div>
        {!isOff && <WhatHappens effects={current.effects} undo={current.undo} />}
        <div className="decision__buttons">
          <Button type="submit" isBusy={decision.isBusy} disabled={isOff}>
            {current.label} and go on <Kbd>Ctrl Enter</Kbd>
          </Button>
          <Button look="secondary" disabled={decision.isBusy} onClick={onSkip}>
            Skip <Kbd>N</Kbd>
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Reasons({
  choices,
  index,
  onChange,
}: {
  choices: ReviewPage['decline']['choices']
  index: number
  onChange: (index: number) => void
}) {
  return (
    <fieldset className="reasons">
      <legend className="field__label">Why</legend>
      {choices.map(({ why }, each) => (
        <label key={why} className="check">
          <input type="radio" name="why" checked={each === index} onChange={() => onChange(each)} />
          <span>{why}</span>
        </label>
      ))}
    </fieldset>
  )
}

function WhatHappens({ effects, undo }: Pick<ReviewPage['approve'], 'effects' | 'undo'>) {
  return (
    <div className="effect">
      <ul>
        {effects.map(({ kind, text }) => {
          const Mark = effectIcons[kind]
          return (
            <li key={text}>
              <Mark size="small" />
              <span>{text}</span>
            </li>
          )
        })}
        <li>
          {undo.isPossible ? <UndoIcon size="small" /> : <WarningIcon size="small" />}
          <span>{undo.text}</span>
        </li>
      </ul>
    </div>
  )
}
