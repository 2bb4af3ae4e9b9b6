import { useState } from 'react'
import type { DepositMatch, StaffDeposit } from '#contract/staff-money.ts'
import type { Likelihood } from '#domain/deposit-matches.ts'
import { familyName } from '#domain/family-name.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { chosenOf, type Chosen } from './chosen.ts'
import { OtherFamily } from './other-family.tsx'
import { MarkedReference } from './reference.tsx'
import '../../ui/checkbox/checkbox.css'

const words: Record<Likelihood, { text: string; tone: BadgeTone }> = {
  VeryLikely: { text: 'Very likely', tone: 'success' },
  Likely: { text: 'Likely', tone: 'info' },
  Possible: { text: 'Possible', tone: 'neutral' },
}

export function MatchChoices({
  deposit,
  matches,
  chosen,
  onChoose,
}: {
  deposit: StaffDeposit
  matches: readonly DepositMatch[]
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
}) {
  const [isOther, setOther] = useState(matches.length === 0)
  const choose = (match: DepositMatch) => {
    setOther(false)
    onChoose(chosenOf(match))
  }
  const isOn = (match: DepositMatch) => !isOther && chosen?.accountId === match.accountId
  return (
    <fieldset className="pile match-choices">
      <legend className="semibold">{matches.length === 0 ? 'No likely match' : 'Best matches'}</legend>
      {matches.length === 0 && (
        <p className="xs muted">No reference, amount or earlier deposit fits. Search for the family.</p>
      )}
      {matches.map((match) => (
        <label
          key={match.accountId}
          className={isOn(match) ? 'check match-choice match-choice--on' : 'check match-choice'}
        >
          <input type="radio" name="match" checked={isOn(match)} onChange={() => choose(match)} />
          <span className="match-choice__text">
            <span className="row row--between">
              <span>
                <span className="semibold">{familyName(match.familyName)}</span>{' '}
                <span className="muted num">{match.shortId}</span>
              </span>
              <Badge tone={words[match.likelihood].tone} isPlain>
                {words[match.likelihood].text}
              </Badge>
            </span>
            {match.reference !== null && (
              <span className="ref">
                <MarkedReference reference={match.reference} other={deposit.reference} />
              </span>
            )}
            <span className="xs muted">{match.why.join(' ')}</span>
          </span>
        </label>
      ))}
      <label className="check match-choice--bare">
        <input
          type="radio"
          name="match"
          checked={isOther}
          onChange={() => {
            setOther(true)
            onChoose(undefined)
          }}
        />
        <span>Another family</span>
      </label>
      {isOther && <OtherFamily chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  )
}
