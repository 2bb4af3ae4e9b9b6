import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { ArrangementPreview, Care, CareRequest } from '#contract/care.ts'
import { calendarDate, formatDate, formatMoment } from '#domain/calendar/calendar.ts'
import { cents, parseAmount, sumOfDecimals } from '#domain/money.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { call } from '../../session/client.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { BalanceCurve, CurveKeys } from '../../ui/balance-chart/balance-curve.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Fact } from '../../ui/definition-list/fact.tsx'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { Swap } from '../../ui/swap/swap.tsx'
import { dayAndMonth, weekdayAndDay } from '../plan/day-words.ts'
import { paymentsText } from '../plan-changes/words.ts'
import { monthRange } from './care-days.ts'
import { useCareAction } from './care-query.ts'
import { CareWords } from './care-words.tsx'
import '../../ui/panel/panel.css'

type Offer = NonNullable<CareRequest['offer']>
type OfferProps = { account: Account; care: Care; offer: Offer; onAccepted: () => void }

/** What we propose. Nothing starts before it is accepted. */
export function CareOffer({ account, care, offer, onAccepted }: OfferProps) {
  const { region } = account
  const { preview, note } = offer
  if (!preview)
    return (
      <Alert variant="info" title="Your plan has changed">
        Our proposal no longer fits it, so we look at it again and write to you.
      </Alert>
    )
  return (
    <div className="split">
      <div className="stack stack--24">
        <section className="card care__offer stack stack--20" aria-labelledby="care-offer">
          <div className="care__offer-head row row--between">
            <h2 id="care-offer" className="care__title">
              What you would pay
            </h2>
            <Badge tone="info">Waiting for you</Badge>
          </div>
          <Parts preview={preview} region={region} today={care.today} />
          <ProposedCurve preview={preview} region={region} />
          <EveryPayment preview={preview} region={region} />
        </section>
        {note && (
          <section className="card" aria-labelledby="care-note">
            <div className="row">
              <Avatar name={note.by} />
              <div>
                <h2 id="care-note" className="care__title">
                  A note from {firstNameOf(note.by)}
                </h2>
                <p className="sm muted">Care team · {formatMoment(new Date(note.at), region)}</p>
              </div>
            </div>
            <p className="muted care__note">{note.text}</p>
          </section>
        )}
      </div>
      <Summary account={account} care={care} offer={offer} preview={preview} onAccepted={onAccepted} />
    </div>
  )
}

export const firstNameOf = (name: string) => name.split(' ')[0] ?? name

function Parts({ preview, region, today }: { preview: ArrangementPreview; region: Region; today: string }) {
  const { lower, later, after, frequency } = preview
  const sumOf = (days: readonly { amount: number }[]) => formatMoney(sumOfDecimals(days), region)
  const lowerDays = after.slice(0, after.length - later.count)
  const laterDays = after.slice(after.length - later.count)
  const each = frequencyWord(frequency).toLowerCase()
  return (
    <div className="parts">
      <div className="part part--mine">
        <p className="part__who">{monthRange(lower.from, lower.until, today)}</p>
        <p>
          <Money amount={lower.amount} region={region} size="large" />
        </p>
        <p className="sm muted">
          {each}, {paymentsText(lower.count)}, {sumOf(lowerDays)} in all
        </p>
      </div>
      <div className="part">
        <p className="part__who">{monthRange(later.from, later.lastDate, today)}</p>
        <p>
          <Money amount={later.amount} region={region} size="large" />
        </p>
        <p className="sm muted">
          {each}, {paymentsText(later.count)}, {sumOf(laterDays)} in all
        </p>
      </div>
    </div>
  )
}

/** Every payment before and after, for who wants to check. */
function EveryPayment({ preview, region }: { preview: ArrangementPreview; region: Region }) {
  const { before, after } = preview
  const days = [...new Set([...before, ...after].map(({ date }) => date))].toSorted()
  const amountOn = (list: readonly { date: string; amount: number }[], day: string) => {
    const sum = sumOfDecimals(list.filter(({ date }) => date === day))
    return sum === 0 ? '–' : formatMoney(sum, region)
  }
  return (
    <details>
      <summary>Every payment, before and after</summary>
      <table className="care__table sm">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">As it is now</th>
            <th scope="col">With the proposal</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{amountOn(before, day)}</td>
              <td>{amountOn(after, day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Summary({
  account,
  care,
  offer,
  preview,
  onAccepted,
}: OfferProps & { preview: ArrangementPreview }) {
  const { accountId, region } = account
  const { isBusy, problem, act } = useCareAction(accountId)
  const [isAsking, setAsking] = useState(false)
  const [first] = preview.after
  const lastBefore = preview.before.at(-1)
  const accept = () =>
    first &&
    act(
      () =>
        call('POST /api/portal/customer/account/:accountId/care-offer/accept', {
          params: { accountId },
          body: {
            offerId: offer.id,
            version: preview.version,
            firstOn: first.date,
            textVersion: offer.text.version,
          },
        }),
      onAccepted,
    )
  if (!first) return null
  return (
    <section className="card card--flush split__aside" aria-labelledby="care-first">
      <div className="card panel care__panel">
        <PanelArt />
        <h2 id="care-first" className="eyebrow">
          First payment
        </h2>
        <p>
          <Money amount={first.amount} region={region} size="hero" />
        </p>
        <p className="muted">
          {weekdayAndDay(first.date)} {first.date.slice(0, 4)}
        </p>
      </div>
      <div className="care__summary">
        <dl className="dl">
          <Fact name="Left to pay">{formatMoney(preview.total, region)}, unchanged</Fact>
          <Fact name="Last payment">
            <Swap
              before={formatDate(lastBefore?.date ?? preview.later.lastDate)}
              after={formatDate(preview.later.lastDate)}
            />
          </Fact>
          <Fact name="Fees and interest">{offer.text.fees}</Fact>
          <Fact name="If your income changes">{offer.text.ifIncomeChanges}</Fact>
        </dl>
        <div className="care__more stack stack--12">
          {problem && <Alert variant="error">{problem}</Alert>}
          {isAsking ? (
            <CareWords
              accountId={accountId}
              label="What does not fit?"
              emptyText="Tell us in a few words what does not fit."
              cancelLabel="Back to the proposal"
              onSend={(words) =>
                call('POST /api/portal/customer/account/:accountId/care-offer/ask-change', {
                  params: { accountId },
                  body: { offerId: offer.id, words },
                })
              }
              onDone={() => setAsking(false)}
            />
          ) : (
            <>
              <Button size="large" isBlock isBusy={isBusy} onClick={accept}>
                Accept the proposal
              </Button>
              <Button look="secondary" isBlock onClick={() => setAsking(true)}>
                Ask for a change
              </Button>
            </>
          )}
          <p className="sm muted">
            {offer.acceptBy &&
              `To start on ${dayAndMonth(first.date)}, answer by the end of ${weekdayAndDay(offer.acceptBy)}. `}
            {care.hold
              ? `Until you answer, your payments stay on hold, until ${weekdayAndDay(care.hold.until)} at the latest.`
              : 'The hold is over: until you answer, your payments go on as planned.'}
          </p>
          {offer.overdue > 0 && (
            <p className="sm muted">
              {`The ${formatMoney(offer.overdue, region)} that is overdue is not part of this. It stays open, and we do not remind you of it while you pay as agreed.`}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

type CurveProps = { preview: ArrangementPreview; region: Region }

/** What is left to pay, as proposed and as it was planned before. */
function ProposedCurve({ preview, region }: CurveProps) {
  const { before, after, lower, later } = preview
  const lastBefore = before.at(-1)?.date ?? later.lastDate
  return (
    <>
      <BalanceCurve
        was={before.map(toCurve)}
        is={after.map(toCurve)}
        region={region}
        sentence={`What is left falls slowly by ${formatMoney(lower.amount, region)} each time until ${formatDate(lower.until)}, then by ${formatMoney(later.amount, region)} to nothing on ${formatDate(later.lastDate)}. Without the proposal it would reach nothing on ${formatDate(lastBefore)}.`}
      />
      <CurveKeys is="Left to pay with the proposal" was="As planned before" />
    </>
  )
}

function toCurve({ date, amount }: ArrangementPreview['before'][number]) {
  return { on: calendarDate(date), amount: parseAmount(amount) ?? cents(0) }
}
