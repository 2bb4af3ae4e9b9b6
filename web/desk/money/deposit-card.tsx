import { useRef, useState } from 'react'
import type { DepositMatch, StaffDeposit } from '#contract/staff-money.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { Promised, TakenBy } from '../ui/due/promised.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { dayWithName, money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { chosenOf, type Chosen } from './chosen.ts'
import { nameOf } from '../foundation/deposit-path.ts'
import { submitting } from '../foundation/draft.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { MatchChoices } from './match-choices.tsx'
import { MatchEffect, MatchUndo } from './match-effect.tsx'
import { MarkedReference } from './reference.tsx'
import { takeBack } from './take-back.ts'

/** Whose a deposit may be, what giving it to them does, and the reason. A person decides. */
export function DepositCard({ deposit, onGiven }: { deposit: StaffDeposit; onGiven: () => void }) {
  const { billerCode, bankReference, amount } = deposit
  const params = { billerCode, bankReference }
  const matches = useRead('GET /api/staff/deposits/:billerCode/:bankReference/matches', { params })
  const waiting = useRead('GET /api/staff/queue/item', { query: { kind: 'Deposit', id: nameOf(deposit) } })
  return (
    <Card
      title={`Who paid ${money(amount, 'AUD')}?`}
      aside={
        waiting.data && (
          <span className="row">
            <TakenBy item={waiting.data.item} />
            <Promised item={waiting.data.item} />
          </span>
        )
      }
    >
      <div className="stack stack--14">
        <Facts
          facts={[
            ['Received', `${dayWithName(deposit.receivedOn)}, by BPAY`],
            [
              'Reference',
              <span key="reference" className="ref typed-reference">
                <MarkedReference
                  reference={deposit.reference}
                  other={matches.data?.[0]?.reference ?? deposit.reference}
                />
              </span>,
            ],
            [
              'Bank’s id',
              <span key="id" className="mono">
                {bankReference}
              </span>,
            ],
          ]}
        />
        <Loaded query={matches} label="Looking for families">
          {(found) => <Decision deposit={deposit} matches={found} onGiven={onGiven} />}
        </Loaded>
      </div>
    </Card>
  )
}

type DecisionProps = { deposit: StaffDeposit; matches: readonly DepositMatch[]; onGiven: () => void }

function Decision({ deposit, matches, onGiven }: DecisionProps) {
  const [best] = matches
  const [chosen, setChosen] = useState<Chosen | undefined>(
    best && best.likelihood !== 'Possible' ? chosenOf(best) : undefined,
  )
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { billerCode, bankReference, amount } = deposit
  const params = { billerCode, bankReference }
  const family = chosen && `the ${chosen.name}`
  const give = useAction(async () => {
    if (!chosen) return
    await call('POST /api/staff/deposits/:billerCode/:bankReference/match', {
      params,
      body: { accountId: chosen.accountId, reason },
    })
    showDone(`${money(amount, 'AUD')} matched to ${family}.`, () =>
      takeBack(deposit, 'Undone immediately after matching'),
    )
    onGiven()
    await refresh()
  })
  useShortcuts([
    { keys: 'ctrl+enter', label: 'Match to the family', run: () => form.current?.requestSubmit() },
  ])
  const reasonError = isChecked && reason.trim() === '' ? 'Enter a reason for the match' : undefined
  return (
    <form
      className="stack stack--14"
      ref={form}
      noValidate
      onSubmit={submitting(() => {
        setChecked(true)
        if (chosen && reason.trim() !== '') void give.run()
      })}
    >
      <FailureAlert title="You did not match this deposit" failure={give.failure} />
      <MatchChoices deposit={deposit} matches={matches} chosen={chosen} onChoose={setChosen} />
      {isChecked && !chosen && (
        <p className="field__error" role="alert">
          Choose a family
        </p>
      )}
      {chosen && <MatchEffect deposit={deposit} accountId={chosen.accountId} />}
      <ReasonField value={reason} onChange={setReason} error={reasonError} />
      <Button type="submit" isBlock isBusy={give.isBusy}>
        {family ? `Match to ${family}` : 'Match to a family'} <Kbd>Ctrl Enter</Kbd>
      </Button>
      {chosen && <MatchUndo deposit={deposit} accountId={chosen.accountId} />}
    </form>
  )
}
