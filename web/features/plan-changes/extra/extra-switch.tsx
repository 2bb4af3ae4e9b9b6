import { useState } from 'react'
import type { PlanChange } from '#contract/plan-changes.ts'
import { formatDateWithDay } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { extraOutcomes, type ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { Region } from '#domain/region.ts'
import { call } from '../../../session/client.ts'
import { useStaffRefusal } from '../../../session/staff-refusal.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { Choice, Choices } from '../../../ui/choice/choice.tsx'
import { failureMessage } from '../../../ui/modal/failure-message.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { readPlanAgain } from '../change-plan.ts'
import { doneSentence, outcomeHints, outcomeNames, type ExtraDetails } from './extra-words.ts'

const place = 'POST /api/portal/customer/account/:accountId/switch-extra-outcome'

type Switchable = PlanChange & { details: ExtraDetails; switchUntil: string }

/** The extra payment whose outcome can still be switched: the newest. */
export function switchableOf(changes: readonly PlanChange[]): Switchable | undefined {
  return changes.find(
    (change): change is Switchable => change.switchUntil !== undefined && change.details.kind === 'Extra',
  )
}

/** What the last extra payment does, while that can be switched. */
export function ExtraSwitch({
  accountId,
  region,
  change,
}: {
  accountId: string
  region: Region
  change: Switchable
}) {
  const { details, switchUntil } = change
  const refusal = useStaffRefusal(place)
  const [chosen, setChosen] = useState<ExtraOutcome>(details.outcome)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, run] = useBusy()

  const save = () =>
    run(async () => {
      setFailure(null)
      try {
        await call(place, { params: { accountId }, body: { changeId: change.id, outcome: chosen } })
        showToast({ variant: 'success', text: `Switched to "${outcomeNames[chosen]}".` })
      } catch (error) {
        setFailure(failureMessage(error))
      }
      await readPlanAgain(accountId)
    })

  return (
    <section className="card extra-card stack" aria-labelledby="extra-switch">
      <h2 id="extra-switch">Your extra payment of {formatMoney(toDecimal(cents(details.amount)), region)}</h2>
      <p>{doneSentence(details, region)}</p>
      <Choices legend="What it does" isLegendHidden value={chosen} disabled={isBusy} onChoose={setChosen}>
        {extraOutcomes.map((outcome) => (
          <Choice
            key={outcome}
            value={outcome}
            label={outcomeNames[outcome]}
            hint={hintOf(change, outcome, region)}
          />
        ))}
      </Choices>
      {failure !== null && <Alert variant="error">{failure}</Alert>}
      {refusal && <Alert variant="caution">{refusal}</Alert>}
      <div className="extra-switch__end row">
        <Button
          look="secondary"
          isBusy={isBusy}
          disabled={Boolean(refusal) || chosen === details.outcome}
          onClick={save}
        >
          Switch the outcome
        </Button>
        <p className="sm muted">Possible until the end of {formatDateWithDay(switchUntil)}.</p>
      </div>
    </section>
  )
}

/** The result of an outcome, in figures. */
function hintOf({ outcomes }: Switchable, outcome: ExtraOutcome, region: Region): string {
  const effect = outcomes?.find((each) => each.outcome === outcome)
  return effect ? doneSentence(effect, region) : outcomeHints[outcome]
}
